/// The statement that carries out a patch. Patches of the same form have the same text, so that the
/// server plans it once.
///
/// Each function, operator and type has its schema, because the search path is that of the role.
struct PatchStatement {
  let sql: String
  let parameters: [[UInt8]?]

  init(_ patch: Patch) {
    var builder = Builder()
    let change = builder.change(patch)
    if let check = builder.check(patch, changed: "changed") {
      sql = "WITH changed AS (\(change) RETURNING 1) SELECT \(check)"
    } else {
      sql = change
    }
    parameters = builder.parameters
  }

  private init(sql: String, parameters: [[UInt8]?]) {
    (self.sql, self.parameters) = (sql, parameters)
  }

  /// The statements of a patch of a table with rules, which PostgreSQL does not carry out in WITH.
  /// The first statement locks the row.
  static func inSteps(_ patch: Patch) -> [PatchStatement] {
    var (lock, change) = (Builder(), Builder())
    let changed = PatchStatement(sql: change.change(patch), parameters: change.parameters)
    let rows = lock.locked(patch)
    guard let check = lock.check(patch, changed: "changed") else { return [changed] }
    let sql = "WITH changed AS (\(rows)) SELECT \(check)"
    return [PatchStatement(sql: sql, parameters: lock.parameters), changed]
  }

  /// One statement for several patches of different rows. The server checks foreign keys at its
  /// end.
  init(together patches: [Patch]) {
    var builder = Builder()
    var (changes, checks): ([String], [String]) = ([], [])
    for (number, patch) in patches.enumerated() {
      let change = builder.change(patch)
      let check = builder.check(patch, changed: "p\(number)")
      changes.append("p\(number) AS (\(change)\(check == nil ? "" : " RETURNING 1"))")
      if let check { checks.append(check) }
    }
    sql = "WITH \(changes.joined(separator: ", ")) SELECT \(checks.joined(separator: ", "))"
    parameters = builder.parameters
  }

  private struct Builder {
    var parameters: [[UInt8]?] = []

    mutating func change(_ patch: Patch) -> String {
      let table = patch.table.quoted
      switch patch.kind {
      case .insert(let values):
        guard !values.isEmpty else { return "INSERT INTO \(table) DEFAULT VALUES" }
        let names = values.map(\.column.quoted).joined(separator: ", ")
        let places = values.map { place($0) }.joined(separator: ", ")
        return "INSERT INTO \(table) (\(names)) VALUES (\(places))"
      case .update(let values):
        let changes = values.map { "\($0.column.quoted) = \(place($0))" }
        return "UPDATE \(table) SET \(changes.joined(separator: ", ")) "
          + "WHERE \(condition(patch.key, expected: patch.expected))"
      case .delete:
        return "DELETE FROM \(table) WHERE \(condition(patch.key, expected: patch.expected))"
      }
    }

    mutating func locked(_ patch: Patch) -> String {
      let rows = condition(patch.key, expected: patch.expected)
      return "SELECT 1 FROM \(patch.table.quoted) WHERE \(rows) FOR UPDATE"
    }

    /// Returns an expression that fails unless a change has found its row, or nil if the change
    /// needs no row.
    mutating func check(_ patch: Patch, changed: String) -> String? {
      let count = "(SELECT pg_catalog.count(*) FROM \(changed))"
      switch patch.kind {
      case .insert: return nil
      case .update: return "stategraph.require_row(\(count))"
      case .delete where patch.expected.isEmpty: return nil
      case .delete:
        // The second SELECT sees the rows before the DELETE. A row that is gone is no error.
        return """
          stategraph.require_row(CASE WHEN EXISTS (
            SELECT 1 FROM \(patch.table.quoted) WHERE \(condition(patch.key, expected: []))
          ) THEN \(count) ELSE 1 END)
          """
      }
    }

    private mutating func place(_ value: PatchValue) -> String {
      parameters.append(value.text)
      return "$\(parameters.count)::\(value.sqlName)"
    }

    private mutating func condition(_ key: [PatchValue], expected: [PatchValue]) -> String {
      let keys = key.map { "\($0.column.quoted) OPERATOR(pg_catalog.=) \(place($0))" }
      let others = expected.map { value in
        let column = value.column.quoted
        guard value.text != nil else { return "\(column) IS NULL" }
        // json and others have no operator for equality.
        let form = [.json, .printed].contains(value.type) ? "::pg_catalog.text" : ""
        return "\(column)\(form) OPERATOR(pg_catalog.=) \(place(value))\(form)"
      }
      return (keys + others).joined(separator: " AND ")
    }
  }
}
