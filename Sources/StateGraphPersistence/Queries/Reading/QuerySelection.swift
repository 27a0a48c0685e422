import StateGraphNormalization
import StateGraphSQLite

/// A query that returns selected values for each row instead of entities.
///
/// ```swift
/// let titles = try books.query.select { ($0.title, $0.author.name) }.fetch()
/// ```
///
/// `Row` is the type of the value that the closure selects, or a tuple of the types. A selection
/// loads no entities. Inside a `Computed`, ``fetch()`` makes the node depend on the selection, like
/// the methods of ``Query``.
public struct QuerySelection<Element: Entity, Row>: Sendable {
  private(set) var query: Query<Element>
  let expressions: [QueryExpression]
  private(set) var isDistinct = false
  let decode: @Sendable (inout SelectedValues) throws -> Row

  init(
    _ query: Query<Element>,
    expressions: [QueryExpression],
    decode: @escaping @Sendable (inout SelectedValues) throws -> Row
  ) {
    (self.query, self.expressions, self.decode) = (query, expressions, decode)
  }

  /// Returns a selection that leaves out rows with the same values as an earlier row. Nil equals
  /// nil.
  ///
  /// The rows are in the order of the query, and then in the order of the selected values from
  /// left to right. The limit and the offset of the query count the remaining rows. If the query
  /// orders by a value that is not selected, reading throws `.misuse`.
  public func distinct() -> QuerySelection {
    var selection = self
    selection.isDistinct = true
    return selection
  }

  /// Returns the selected values of each row, in the order of the query. A row with a value that
  /// its type cannot represent is left out, as by ``Query/fetch()``.
  ///
  /// Inside a `Computed`, this method makes the computed node depend on the columns that the query
  /// reads.
  ///
  /// - Throws: The errors of ``Query/fetch()``. Also `DatabaseError` with `.typeMismatch` if a
  ///   selected value is nil and its type is not optional. See ``QueryValue/optional``.
  public func fetch() throws -> [Row] { try readable(values()) }

  /// Returns the selected values of the first row. Returns nil if the query finds no row.
  ///
  /// - Throws: The errors of ``fetch()``.
  public func fetchFirst() throws -> Row? {
    var selection = self
    selection.query.shape.limit = Swift.min(query.shape.limit ?? 1, 1)
    return try selection.fetch().first
  }

  func decoded(_ rows: [[SQLiteValue]]) throws -> [Row] {
    try rows.map { row in
      var values = SelectedValues(row)
      return try decode(&values)
    }
  }

  /// Returns the rows whose values the types can represent.
  func readable(_ rows: [[SQLiteValue]]) throws -> [Row] {
    try rows.compactMap { row in
      var values = SelectedValues(row)
      do {
        return try decode(&values)
      } catch {
        let expression = expressions.prefix(values.count).last
        return try query.source.leaveOut(error, value: values.last, of: expression)
      }
    }
  }

  /// Returns the selected values of each row, in the form in which SQLite stores values.
  func values() throws -> [[SQLiteValue]] {
    let shape = try shape()
    switch query.source {
    case .table(let table):
      return try table.rows(shape, result: .selection(expressions, isDistinct: isDistinct))
    case .memory(let store):
      return try MemoryQuery(store, shape: shape).selection(expressions, isDistinct: isDistinct)
    }
  }

  /// Returns the shape of the query. For a distinct selection, the ordering contains every selected
  /// value and therefore determines the order of all rows.
  private func shape() throws(DatabaseError) -> QueryShape {
    var shape = query.shape
    guard isDistinct else { return shape }
    let isOrderedBySelection = shape.ordering.allSatisfy { expressions.contains($0.expression) }
    guard isOrderedBySelection, shape.search == nil || !shape.ordering.isEmpty else {
      throw DatabaseError(
        .misuse,
        "A distinct selection is ordered by a value that it does not contain.",
        remedy: "Select the value too, or order by a selected value."
      )
    }
    for expression in expressions {
      guard !shape.ordering.contains(where: { $0.expression == expression }) else { continue }
      shape.ordering.append(.init(expression: expression, direction: .ascending))
    }
    return shape
  }
}

extension Query {
  /// Returns a query for several values of each row.
  ///
  /// The closure returns a tuple of columns, computed values and identifiers. To select a property
  /// of a reference that may be nil, use ``QueryValue/optional``.
  public func select<each Column: QuerySelectable>(
    _ columns: (QueryRow<Element>) -> (repeat each Column)
  ) -> QuerySelection<Element, (repeat (each Column).Selected)> {
    let terms = columns(row)
    var expressions: [QueryExpression] = []
    repeat expressions.append(contentsOf: (each terms)._$expressions.list)
    return QuerySelection(self, expressions: expressions) { values in
      (repeat try (each Column)._$decoded(&values))
    }
  }

  /// Returns a query for one value of each row.
  public func select<Column: QuerySelectable>(
    _ column: (QueryRow<Element>) -> Column
  ) -> QuerySelection<Element, Column.Selected> {
    QuerySelection(self, expressions: column(row)._$expressions.list) { try Column._$decoded(&$0) }
  }
}
