/// The tables in which the replicator keeps what the outbox does not contain.
enum RebaseTables {
  static let names = [
    UnderlyingRows.table, RefusedTransactions.table, RefusedTransactions.changesTable,
    SetAsideTable.table,
  ]

  static func create(on connection: Connection) throws(DatabaseError) {
    try UnderlyingRows.create(on: connection)
    try RefusedTransactions.create(on: connection)
    try SetAsideTable.create(on: connection)
  }

  static func drop(on connection: Connection) throws(DatabaseError) {
    for name in names { try connection.run("DROP TABLE IF EXISTS main.\(table: name)") }
  }
}
