/// The statement that carries out a patch. Patches of the same form have the same text, so that the
/// server plans it once.
struct PatchStatement {
  let sql: String
  let parameters: [[UInt8]?]

  init(_ patch: Patch) {
    var builder = Builder()
    let table = patch.table.quoted
    switch patch.kind {
    case .insert(let values):
      let names = values.map(\.column.quoted).joined(separator: ", ")
      let places = values.map { builder.place($0) }.joined(separator: ", ")
      sql =
        values.isEmpty
        ? "INSERT INTO \(table) DEFAULT VALUES"
        : "INSERT INTO \(table) (\(names)) VALUES (\(places))"
    case .update(let values):
      let changes = values.map { "\($0.column.quoted) = \(builder.place($0))" }
      let condition = builder.condition(patch.key, patch.expected)
      sql = """
        WITH changed AS (
          UPDATE \(table) SET \(changes.joined(separator: ", ")) WHERE \(condition) RETURNING 1
        ) SELECT stategraph.require_row((SELECT count(*) FROM changed))
        """
    case .delete where patch.expected.isEmpty:
      sql = "DELETE FROM \(table) WHERE \(builder.condition(patch.key, []))"
    case .delete:
      let condition = builder.condition(patch.key, patch.expected)
      let key = builder.condition(patch.key, [])
      // The second SELECT sees the rows before the DELETE. A row that is gone is no error.
      sql = """
        WITH changed AS (DELETE FROM \(table) WHERE \(condition) RETURNING 1)
        SELECT stategraph.require_row(
          (SELECT count(*) FROM changed)
            + (NOT EXISTS (SELECT 1 FROM \(table) WHERE \(key)))::integer::bigint
        )
        """
    }
    parameters = builder.parameters
  }

  private struct Builder {
    var parameters: [[UInt8]?] = []

    mutating func place(_ value: PatchValue) -> String {
      parameters.append(value.text)
      return "$\(parameters.count)::\(value.type.name)"
    }

    mutating func condition(_ key: [PatchValue], _ expected: [PatchValue]) -> String {
      let keys = key.map { "\($0.column.quoted) = \(place($0))" }
      let others = expected.map { value in
        // json has no operator for equality.
        let column = value.column.quoted + (value.type == .json ? "::text" : "")
        let text = place(value) + (value.type == .json ? "::text" : "")
        return "\(column) IS NOT DISTINCT FROM \(text)"
      }
      return (keys + others).joined(separator: " AND ")
    }
  }
}
