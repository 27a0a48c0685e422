public import StateGraphCore
import StateGraphLive
public import StateGraphNormalization
public import StateGraphSQLite

/// A row that has no entity, because the entity type cannot represent it. Stores, queries and
/// relationships leave it out.
public struct UnreadableRow: Hashable, Sendable {
  /// The values of the primary key's columns, in the order of the columns.
  public let key: [SQLiteValue]
  /// The column whose value the property cannot hold, or nil if the row is too large, or if its key
  /// is no identifier of the entity type.
  public let column: String?
  /// Why the row has no entity, and what to do. Contains no values of the row.
  public let reason: String

  fileprivate init(_ key: RowKey, column: String? = nil, error: DatabaseError) {
    self.key = key.values
    self.column = column
    reason = error.description
  }
}

extension EntityStore where Element: Entity {
  /// Returns the unreadable rows of the table, in the order of their keys. Empty for a store in
  /// memory.
  ///
  /// Reads every row of the table. Inside a write or a snapshot, reads the rows that it sees there.
  ///
  /// - Throws: The errors of SQLite.
  public func unreadableRows() throws -> [UnreadableRow] {
    guard let table = backing as? TableBacking<Element> else { return [] }
    return try table.table.unreadableRows()
  }

  /// A node that contains the unreadable rows of the table, in the order of their keys. The node is
  /// up to date after every commit.
  ///
  /// ```swift
  /// let unreadable = scans.unreadable
  /// withGraphTracking { unreadable.onChange { rows in banner.isVisible = !rows.isEmpty } }
  /// ```
  ///
  /// After each commit that changes the table, the next read of the node reads every row of the
  /// table again. If reading fails, the node is empty, and `Configuration.onReadFailure` gets the
  /// error. Every access of this property returns a new node.
  public var unreadable: Computed<[UnreadableRow]> {
    let source = (backing as? TableBacking<Element>).map { UnreadableRows($0.table) }
    return Computed(name: "unreadable rows", fileID: "", line: 0) { _ in source?.rows ?? [] }
  }
}

/// Reads the unreadable rows of one table for a node.
private final class UnreadableRows<Element: Entity>: Sendable {
  private let table: EntityTable<Element>
  private let slot: StatementSlot
  /// Keeps the slot registered for the changes of all columns.
  private let registration: SlotRegistration

  init(_ table: EntityTable<Element>) {
    self.table = table
    slot = StatementSlot(named: SignalName("the unreadable rows of \(table.name)"))
    let schema = table.untyped.schema
    let template = RouteTemplate(
      table: schema.name,
      matchColumns: [],
      watchedColumns: schema.columns.map(\.name)
    )
    registration = SlotRegistration(
      slot,
      routes: [TableRoute(template, values: [], in: schema)],
      in: table.graph
    )
  }

  var rows: [UnreadableRow] {
    slot.signal.depend()
    do {
      return try table.unreadableRows()
    } catch {
      table.graph.report(error, while: "reading the unreadable rows of \(table.name)")
      return []
    }
  }
}

extension EntityTable {
  fileprivate func unreadableRows() throws -> [UnreadableRow] {
    let context = untyped.context
    let layout = layout
    let database = try graph.database()
    do {
      return try database.withReader { connection in
        let query: SQL = "\(layout.selection) ORDER BY \(columns: layout.keyNames)"
        let statement = try connection.prepare(query)
        defer { statement.reset() }
        var found: [UnreadableRow] = []
        while try statement.step() {
          if let row = unreadable(statement.image(layout.names.count), in: layout) {
            found.append(row)
          }
        }
        return found
      }
    } catch let error as DatabaseError where error.code == .tooBig {
      let keys = try database.rows(
        """
        SELECT \(columns: layout.keyNames) FROM \(table: name) ORDER BY \(columns: layout.keyNames)
        """
      )
      return try keys.map { RowKey($0.values) }.compactMap { key in
        do {
          return try database.withReader { try context.image(key, on: $0) }
            .flatMap { unreadable($0, in: layout) }
        } catch let error as DatabaseError where error.code == .tooBig {
          return UnreadableRow(key, error: context.tooLargeRow(cause: error))
        }
      }
    }
  }

  private func unreadable(_ image: RowImage, in layout: EntityLayout) -> UnreadableRow? {
    let key = image.key(keyCount)
    if Element.TypedIdentifierRawValue(rowKey: key) == nil {
      return UnreadableRow(key, error: untyped.context.unreadableKey)
    }
    guard let column = layout.acceptance.firstRefused(image) else { return nil }
    return UnreadableRow(
      key,
      column: layout.name(ofColumn: column),
      error: untyped.context.refusal(of: image, column: column)
    )
  }
}
