import StateGraphSQLite

/// Lets SQLite itself evaluate the CHECK constraints of a table, one at a time.
///
/// The row need not exist. In the statement that evaluates a CHECK, each column is a bound value
/// with the affinity and the collation of the column. A generated column is computed from the other
/// columns.
struct CheckEvaluator {
  private let table: TableSchema
  private let connection: Connection
  private let generated: [Int: CheckConstraint]

  init(_ table: TableSchema, generated: [Int: CheckConstraint], on connection: Connection) {
    self.table = table
    self.generated = generated
    self.connection = connection
  }

  /// A CHECK that is compiled to a statement, so that it can be evaluated for many rows.
  struct Prepared {
    let check: CheckConstraint
    /// The indices of the columns whose values are bound to the parameters of the statement.
    let columns: [Int]
    private let statement: Statement

    fileprivate init(_ check: CheckConstraint, columns: [Int], statement: Statement) {
      self.check = check
      self.columns = columns
      self.statement = statement
    }

    /// Returns whether the values satisfy the CHECK. As in SQLite, NULL satisfies it.
    ///
    /// A function in the CHECK can fail, such as `json_extract` with a text that is no JSON. An
    /// INSERT of the row would then fail, so the result is false.
    ///
    /// - Parameter values: One element for each column of the table. Nil counts as NULL.
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

  /// Compiles a CHECK to a statement.
  ///
  /// - Throws: ``GenerationError`` if SQLite cannot compile the CHECK outside its table.
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
      return Prepared(check, columns: stored, statement: try connection.prepare(sql.text))
    } catch {
      throw GenerationError(
        "CHECK (\(check.oneLine)) of \(table.name) cannot be evaluated: \(error.message)",
        remedy: "Write the rows of this table as a fixture"
      )
    }
  }

  /// Returns the columns that a CHECK names, and the columns from which generated columns among
  /// them are computed.
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

  /// Returns the columns whose values determine the result of a CHECK. A generated column is
  /// replaced by the stored columns from which SQLite computes it.
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
      // SQLite keeps a text that is stored in a column with one of these affinities, but a cast
      // would change the text.
      case .numeric, .blob: "?"
      }
    let collated = column.collation.name.map { value + SQL(text: " COLLATE \($0)") } ?? value
    return "\(collated) AS \(column: column.name)"
  }
}
