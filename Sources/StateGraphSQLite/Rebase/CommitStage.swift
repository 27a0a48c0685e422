/// Writes the changes of server transactions in their order.
struct CommitStage: ServerStage {
  let transactions: [ServerCommit]
  let tables: ReplicatedTables
  let connection: Connection

  func write(unless condition: RebaseCondition?, comparing echoes: EchoCheck) throws -> Bool {
    var writer = ServerRowWriter(tables, on: connection)
    for transaction in transactions {
      var isStopped = false
      var echo = echoes.echo(transaction.decision)
      try transaction.changes.forEach { change in
        if let condition,
          try condition.isMet(
            by: change,
            reading: { () throws(DatabaseError) in try current(change) }
          )
        {
          isStopped = true
          return false
        }
        try writer.write(change)
        echo?.add(change)
        return true
      }
      if isStopped { return false }
      try writer.endTransaction()
      if let echo, !(try echoes.accepts(echo)) { return false }
    }
    return true
  }

  /// Reads the row of the file that a change concerns.
  private func current(_ change: ServerChange) throws(DatabaseError) -> RowImage? {
    let key = if case .row(_, let former?) = change.kind { former } else { change.key }
    return try tables[change.table]?.schema.image(of: key, reading: connection)
  }
}
