package import StateGraphCore
import StateGraphLive
import StateGraphSQLite

/// A query as a list in a window uses it.
package struct ListedQuery<Element: Entity>: Sendable {
  private let query: Query<Element>

  package init(_ query: Query<Element>) { self.query = query }

  /// Whether both queries read the same table or the same store in memory, with equal conditions,
  /// orders, limits, offsets and search texts.
  package func isSame(as other: ListedQuery) -> Bool {
    guard query.shape == other.query.shape else { return false }
    switch (query.source, other.query.source) {
    case (.table(let mine), .table(let theirs)): return mine.table === theirs.table
    case (.memory(let mine), .memory(let theirs)): return mine === theirs
    default: return false
    }
  }

  /// Whether a commit can make the live result be read from the file again, because only SQL can
  /// decide the result.
  package var isReadAgain: Bool {
    guard case .table(let table) = query.source else { return false }
    let columns = ImageColumns(ofEntity: table.table.layout)
    return query.shape.search != nil || columns.order(of: query.shape) == nil
      || RowCondition(query.shape, over: columns) == nil
  }

  /// Reads the live rows on any thread.
  package var reading: LiveReading<Element> { LiveReading(of: query) }

  /// A node that contains the rowids of the query's rows, in the order of the query. It needs 8
  /// bytes for each row, and loads no entities.
  ///
  /// After a commit that can change which rows the query finds, or their order, the next read runs
  /// the SELECT again. It stops at the first row from which on the order is known. If reading
  /// fails, the error is logged and the node is empty.
  package var liveRowIDs: Computed<RowIDs> {
    let read = rowIDReading
    return Computed(
      areEqual: { $0.isSame(as: $1) },
      name: "live window",
      fileID: "",
      line: 0,
      { _ in read() }
    )
  }

  /// A function that reads the rowids as ``liveRowIDs`` does. The evaluation that calls it depends
  /// on the rows.
  package var rowIDReading: @Sendable () -> RowIDs {
    let list = LiveRowIDs(of: query)
    return { list.current }
  }

  /// Returns the entities of rows, in the order of the rowids. For a rowid without a row, the
  /// element is nil. Reads only the rows whose entities are not in memory.
  package func entities(rowIDs: some Collection<Int64>) throws -> [Element?] {
    guard case .table(let table) = query.source, !rowIDs.isEmpty else {
      return rowIDs.map { _ in nil }
    }
    let keys = try table.isKeyRowID ? nil : keys(rowIDs: rowIDs, table)
    let key = { (id: Int64) in keys.map { $0[id] } ?? RowKey([.integer(id)]) }
    let found = try table.table.entities(rowIDs.compactMap(key))
    return rowIDs.map { id in key(id).flatMap { found[$0] } }
  }

  /// Returns the primary keys of rows. For a rowid without a row, there is none.
  private func keys(
    rowIDs: some Collection<Int64>,
    _ table: QueryTable<Element>
  ) throws -> [Int64: RowKey] {
    guard let rowID = table.rowIDName else { throw DatabaseError.noRowID(table.table.name) }
    let definition = table.table.definition
    let columns = ([rowID] + definition.keyColumns).map { name -> SQL in "\(column: name)" }
    let ids = rowIDs.map { id -> SQL in "\(id)" }
    let rows = try table.database.rows(
      """
      SELECT \(columns, separator: ", ") FROM \(table: definition.table)
      WHERE \(column: rowID) IN (\(ids, separator: ", "))
      """
    )
    var keys: [Int64: RowKey] = [:]
    for row in rows {
      guard case .integer(let number)? = row.values.first else { continue }
      keys[number] = RowKey(Array(row.values.dropFirst()))
    }
    return keys
  }

  /// Logs an error for a caller that cannot throw.
  package func report(_ error: any Error, while doing: String) {
    guard case .table(let table) = query.source else { return }
    table.table.graph.report(error, while: "\(doing) of \(table.table.name)")
  }

  /// Returns the rowid of an entity's row, or nil if there is no such row.
  package func rowID(of element: Element) throws -> Int64? {
    guard case .table(let table) = query.source else { return nil }
    guard let rowID = table.rowIDName else { throw DatabaseError.noRowID(table.table.name) }
    let definition = table.table.definition
    let conditions = zip(definition.keyColumns, element.typedID.raw.rowKey.values).map {
      name,
      value -> SQL in "\(column: name) = \(value)"
    }
    let rows = try table.database.rows(
      """
      SELECT \(column: rowID) FROM \(table: definition.table)
      WHERE \(conditions, separator: " AND ")
      """
    )
    guard case .integer(let number)? = rows.first?.values.first else { return nil }
    return number
  }
}
