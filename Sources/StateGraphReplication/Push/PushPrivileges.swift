#if PostgreSQL
/// The privileges that were found to be granted.
///
/// A missing GRANT is found before the push. Otherwise the server would refuse the whole queue.
struct PushPrivileges {
  private struct Privilege: Hashable {
    let table: ServerTable
    /// The column, or nil for DELETE, which is never granted for single columns.
    let column: ServerName?
    let kind: Kind

    enum Kind: String {
      case select = "SELECT"
      case insert = "INSERT"
      case update = "UPDATE"
      case delete = "DELETE"
    }
  }

  private var granted: Set<Privilege> = []

  /// - Throws: `.permission` or `.schemaMismatch`.
  mutating func check(
    _ transactions: ArraySlice<PushTransaction>,
    connection: PostgreSQLConnection
  ) throws(ReplicationError) {
    var wanted: Set<Privilege> = []
    for patch in transactions.lazy.flatMap(\.patches) {
      let (columns, kind): ([PatchValue], Privilege.Kind) =
        switch patch.kind {
        case .insert(let values): (values, .insert)
        case .update(let values): (values, .update)
        case .delete: ([], .delete)
        }
      if kind == .delete {
        wanted.insert(Privilege(table: patch.table, column: nil, kind: kind))
      }
      for value in columns {
        wanted.insert(Privilege(table: patch.table, column: value.column, kind: kind))
      }
      // The condition of the statement reads these columns.
      for value in patch.key + patch.expected {
        wanted.insert(Privilege(table: patch.table, column: value.column, kind: .select))
      }
    }
    for privilege in wanted.subtracting(granted) {
      try check(privilege, connection: connection)
      granted.insert(privilege)
    }
  }

  private func check(
    _ privilege: Privilege,
    connection: PostgreSQLConnection
  ) throws(ReplicationError) {
    let (table, kind) = (privilege.table.quoted, privilege.kind.rawValue)
    let rows =
      if let column = privilege.column {
        try connection.query(
          "SELECT pg_catalog.has_column_privilege($1::pg_catalog.text, $2::pg_catalog.text, $3)",
          parameters: [table, column.text, kind]
        )
      } else {
        try connection.query(
          "SELECT pg_catalog.has_table_privilege($1::pg_catalog.text, $2)",
          parameters: [table, kind]
        )
      }
    guard rows.first?.first != "t" else { return }
    let place = privilege.column.map { "the column \(privilege.table).\($0.text)" }
    throw ReplicationError(
      .permission,
      "The role of the push may not \(kind) \(place ?? "rows of \(privilege.table)").",
      remedy: "GRANT \(kind) ON \(table) to the role.",
      sqlState: .insufficientPrivilege
    )
  }
}
#endif
