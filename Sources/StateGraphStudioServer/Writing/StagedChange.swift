import StateGraphFormats
import StateGraphSQLite

/// One change of a row that the user has staged.
struct StagedChange: Sendable {
  enum Kind: String, Sendable { case insert, update, delete }

  let kind: Kind
  let table: String
  /// The key of the row. An insertion has no key.
  let key: [WholeValue]
  private let old: [(column: String, value: SeenValue)]
  let new: [(column: String, value: WholeValue)]

  init(_ json: JSONValue) throws(StudioError) {
    var object = try RequestObject(json)
    guard let kind = Kind(rawValue: try object.text("kind")) else { throw .invalidRequest }
    self.kind = kind
    table = try object.text("table")
    key = try PageRequest.whole(object.optionalArray("key") ?? [])
    var old: [(String, SeenValue)] = []
    var members = try object.optionalObject("old")
    for member in members?.rest() ?? [] { old.append((member.key, try SeenValue(member.value))) }
    var new: [(String, WholeValue)] = []
    members = try object.optionalObject("new")
    for member in members?.rest() ?? [] { new.append((member.key, try WholeValue(member.value))) }
    (self.old, self.new) = (old, new)
    try object.requireEnd()
    let isComplete =
      switch kind {
      case .insert: key.isEmpty && old.isEmpty
      // Without the old values of the changed columns, another program's change would be lost.
      case .update:
        !new.isEmpty
          && new.allSatisfy { change in
            old.contains { $0.0.utf8.elementsEqual(change.0.utf8) }
          }
      case .delete: new.isEmpty
      }
    guard isComplete else { throw .invalidRequest }
  }

  /// Returns the statement that makes the change, if the row still has its old values.
  ///
  /// `OR ABORT` overrides the conflict clauses of the table, which could replace another row.
  func statement(_ table: StudioTable) throws(StudioError) -> SQL {
    let name: SQL = "main.\(table: table.schema.name)"
    for (column, _) in new { _ = try table.column(column) }
    for (column, _) in old { _ = try table.column(column) }
    switch kind {
    case .insert:
      guard !new.isEmpty else { return "INSERT OR ABORT INTO \(name) DEFAULT VALUES" }
      let values = new.map(\.value.sql).joined(separator: ", ")
      return "INSERT OR ABORT INTO \(name) (\(columns: new.map(\.column))) VALUES (\(values))"
    case .update:
      let assignments = new.map { column, value -> SQL in "\(column: column) = \(value.sql)" }
      return """
        UPDATE OR ABORT \(name) SET \(assignments, separator: ", ") WHERE \(try condition(table))
        """
    case .delete: return "DELETE FROM \(name) WHERE \(try condition(table))"
    }
  }

  private func condition(_ table: StudioTable) throws(StudioError) -> SQL {
    let same = old.map { column, value in value.condition(column) }
    return ([try table.condition(key: key)] + same).joined(separator: " AND ")
  }

  /// Writes the row with the key as it is now, or null if it is gone.
  func writeCurrent(
    _ table: StudioTable,
    on connection: Connection,
    to writer: inout JSONBuilder
  ) throws {
    let statement = try table.row(key: key, on: connection)
    defer { statement.reset() }
    guard try statement.step() else { return writer.null() }
    writer.object { writer in
      for (index, column) in table.schema.columns.enumerated() {
        writer.key(column.name)
        writer.raw(ShownValue.json(statement, column: index))
      }
    }
  }
}
