import StateGraphSQLite

/// Lets SQLite itself evaluate the CHECK constraints of a table, one at a time.
///
/// The row need not exist: each column becomes a bound value with the affinity and the collation of
/// the column. A generated column is computed from the others.
struct CheckEvaluator {
  private let table: TableSchema
  private let connection: Connection
  private let generated: [Int: CheckConstraint]

  init(_ table: TableSchema, _ generated: [Int: CheckConstraint], on connection: Connection) {
    self.table = table
    self.generated = generated
    self.connection = connection
  }

  /// A CHECK as a statement.
  struct Prepared {
    let check: CheckConstraint
    /// The columns whose values are the parameters of the statement.
    let columns: [Int]
    private let statement: Statement

    fileprivate init(_ check: CheckConstraint, _ columns: [Int], _ statement: Statement) {
      self.check = check
      self.columns = columns
      self.statement = statement
    }

    /// Returns whether the values satisfy the CHECK. As in SQLite, NULL satisfies it.
    ///
    /// An error of a function, such as `json_extract` of text that is no JSON, would refuse the row
    /// and therefore counts as false.
    func isSatisfied(by values: [SQLiteValue?]) throws(DatabaseError) -> Bool {
      for (place, column) in columns.enumerated() {
        try statement.bind(values[column] ?? .null, at: place + 1)
      }
      defer { statement.reset() }
      do throws(DatabaseError) {
        return try statement.step() && statement.integer(at: 0) != 0
      } catch {
        return false
      }
    }
  }

  /// - Throws: ``GenerationError`` if SQLite cannot evaluate the CHECK without the table.
  func prepare(_ check: CheckConstraint) throws(GenerationError) -> Prepared {
    let needed = Set(closure(of: check))
    let stored = table.columns.indices.filter { needed.contains($0) && generated[$0] == nil }
    var source: SQL = "SELECT \(stored.isEmpty ? ["1"] : stored.map(parameter), separator: ", ")"
    for column in table.columns.indices where needed.contains(column) {
      guard let expression = generated[column] else { continue }
      source = """
        SELECT *, (\(SQL(text: expression.sql))) AS \(column: table.columns[column].name) \
        FROM (\(source)) AS \(table: table.name)
        """
    }
    let sql: SQL =
      "SELECT (\(SQL(text: check.sql))) IS NOT FALSE FROM (\(source)) AS \(table: table.name)"
    do throws(DatabaseError) {
      return Prepared(check, stored, try connection.prepare(sql.text))
    } catch {
      throw GenerationError(
        "CHECK (\(check.oneLine)) of \(table.name) cannot be evaluated: \(error.message)",
        remedy: "Write the rows of this table as a fixture"
      )
    }
  }

  /// The columns of a CHECK, and those from which its generated columns are computed.
  private func closure(of check: CheckConstraint) -> [Int] {
    var columns: [Int] = []
    var unread = check.columns
    while let column = unread.popLast() {
      guard !columns.contains(column) else { continue }
      columns.append(column)
      unread += generated[column]?.columns ?? []
    }
    return columns.sorted()
  }

  /// The columns that decide about a CHECK and are stored.
  func storedColumns(of check: CheckConstraint) -> [Int] {
    closure(of: check).filter { generated[$0] == nil }
  }

  private func parameter(_ index: Int) -> SQL {
    let column = table.columns[index]
    let value: SQL =
      switch column.affinity {
      case .integer: "CAST(? AS INTEGER)"
      case .real: "CAST(? AS REAL)"
      case .text: "CAST(? AS TEXT)"
      // A cast would change the text in such a column, which SQLite keeps.
      case .numeric, .blob: "?"
      }
    let collated = column.collation.name.map { value + SQL(text: " COLLATE \($0)") } ?? value
    return "\(collated) AS \(column: column.name)"
  }
}
