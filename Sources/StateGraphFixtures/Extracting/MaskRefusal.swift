import StateGraphFormats
import StateGraphSQLite

/// Explains why a table refuses a masked row: which constraint the row breaks, and which masks are
/// to blame.
struct MaskRefusal {
  private let table: TableSchema
  private let columns: [MaskPlan.Column]
  private let connection: Connection

  init(_ table: TableSchema, columns: [MaskPlan.Column], on connection: Connection) {
    (self.table, self.columns, self.connection) = (table, columns, connection)
  }

  /// Returns a ``MaskError`` that explains the broken constraint. Returns `error` itself if it
  /// concerns no constraint.
  ///
  /// - Parameters:
  ///   - error: The error of the INSERT.
  ///   - row: The masked row. The error contains none of its values.
  func error(for error: DatabaseError, _ row: [FixtureValue]) -> any Error {
    guard let constraint = error.constraint else { return error }
    switch constraint.kind {
    case .check:
      let check = brokenCheck(row)
      let rule = check?.oneLine ?? constraint.name ?? ""
      let names = check?.columns.map { table.columns[$0].name } ?? []
      return refusal("CHECK (\(rule))", of: names, advice: "such as keep")
    case .notNull:
      return refusal("NOT NULL", of: constraint.columns, advice: "which gives a value")
    case .unique, .primaryKey:
      let rule = constraint.kind == .unique ? "UNIQUE" : "PRIMARY KEY"
      return refusal(
        "\(rule) (\(constraint.columns.joined(separator: ", ")))",
        of: constraint.columns,
        advice: "which keeps values different, such as text"
      )
    default:
      return refusal("a rule", of: constraint.columns, advice: "such as keep")
    }
  }

  private func refusal(_ rule: String, of names: [String], advice: String) -> MaskError {
    let masked = columns.filter { column in
      column.mask.kind != .keep && names.contains { $0.isSameName(as: column.name) }
    }
    let concerned = masked.map {
      "\(printable(table.name)).\(printable($0.name)) (mask \($0.mask.kind.rawValue))"
    }
    let place = concerned.isEmpty ? printable(table.name) : concerned.joined(separator: ", ")
    return MaskError(
      .refusedRow,
      "a masked row breaks \(rule) at \(place), and nothing was written",
      remedy: "Choose another mask for "
        + (masked.isEmpty
          ? "its columns" : masked.map { printable($0.name) }.joined(separator: " or "))
        + ", " + advice
    )
  }

  /// Finds the CHECK that the row breaks. SQLite itself reports only the name of the CHECK, and
  /// most have no name.
  private func brokenCheck(_ row: [FixtureValue]) -> CheckConstraint? {
    let reader = CheckReader(table)
    let evaluator = CheckEvaluator(table, generated: reader.generated, on: connection)
    let stored = table.columns.indices.filter { table.columns[$0].generation == .none }
    var values = [SQLiteValue?](repeating: nil, count: table.columns.count)
    for (index, value) in zip(stored, row) {
      if case .value(let value) = value { values[index] = value }
    }
    return reader.checks.first { check in
      guard let prepared = try? evaluator.prepare(check) else { return false }
      return (try? prepared.isSatisfied(by: values)) == false
    }
  }
}
