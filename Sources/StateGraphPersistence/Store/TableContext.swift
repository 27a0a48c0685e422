import StateGraphCore
import StateGraphNormalization
import StateGraphSQLite
import StateGraphThreads

/// The data of one table that the code for loading, writing and commits shares, such as its layout.
final class TableContext: @unchecked Sendable {
  // SAFETY: only the thread that holds the write lock uses `watched` and `layoutForWriting`. All
  // other fields are immutable, and the objects in them are thread-safe.

  let graph: DatabaseGraph
  let definition: EntityDefinition
  let keyCount: Int
  let state: GuardedTableState
  /// The signal of the nodes that depend on the set of the table's rows.
  ///
  /// It is published when a row is inserted or deleted, or when another object becomes the entity
  /// of a row.
  let membership: Signal
  /// For each primary key, the signal of the nodes that depend on whether that row exists.
  let presence: PresenceSignals<RowKey>
  /// The changes that the open transaction has made to the table.
  let watched: WatchedTable
  /// The layout from `state`, for the thread that holds the write lock. It is readable without the
  /// table's lock, because the insertion of each row needs it.
  @exclusivity(unchecked) private(set) var layoutForWriting: EntityLayout

  var name: String { definition.table }

  var layout: EntityLayout { state.withLock { $0.layout } }

  /// Reads the table's schema, compares it with the declaration, and starts to watch the table's
  /// changes.
  ///
  /// - Throws: `.schemaMismatch` if the file's table is not the declared one. `.schemaMismatch` or
  ///   `.misuse` if a relationship has no reference, or more than one.
  init(_ definition: EntityDefinition, graph: DatabaseGraph, in database: Database) throws {
    for relationship in definition.relationships { _ = try relationship.pairs(of: definition) }
    self.graph = graph
    self.definition = definition
    keyCount = definition.keyColumns.count
    let layout = try EntityLayout(opening: definition, in: database)
    state = GuardedTableState(TableState(layout: layout))
    layoutForWriting = layout
    watched = try database.watch(layout.table)
    membership = Signal(keeping: SignalName("which rows \(definition.table) has"))
    presence = PresenceSignals(named: SignalName("whether \(definition.table) has a row"))
  }

  /// Reads the table's schema from the file again. Call with the write lock held.
  ///
  /// If `isOpening` is true, compares the complete schema with the declaration.
  ///
  /// - Throws: `.schemaMismatch` if the file's table is not the declared one.
  func readLayoutAgain(isOpening: Bool) throws {
    let database = try graph.database()
    let layout =
      try isOpening
      ? EntityLayout(opening: definition, in: database) : EntityLayout(definition, in: database)
    state.withLock { $0.layout = layout }
    layoutForWriting = layout
    try database.watch(layout.table)
  }

  /// Returns the row with this primary key, or nil if the connection sees no such row.
  func image(_ key: RowKey, on connection: Connection) throws -> RowImage? {
    let layout = layout
    let statement = try connection.prepare(layout.selectionByKey, binding: key)
    defer { statement.reset() }
    return try statement.step() ? statement.image(layout.names.count) : nil
  }

  /// Returns the rows of a statement.
  ///
  /// They are in the order of the statement, or in the order of their keys if `sorting` is true.
  func images(_ statement: Statement, sorting: Bool) throws -> [RowImage] {
    defer { statement.reset() }
    let count = layout.names.count
    var images: [RowImage] = []
    while try statement.step() { images.append(statement.image(count)) }
    return sorting ? RowImage.keyOrder(of: images).map { images[$0] } : images
  }

  /// Returns the error for a row with a value that the property of this column cannot hold.
  func refusal(of image: RowImage, column index: Int) -> DatabaseError {
    let column = definition.columns[index]
    return DatabaseError(
      .typeMismatch,
      "A row of \(name) has a value of type \(image[keyCount + index].storageClass) in the column "
        + "\(column.name), which the property \(column.property) cannot hold.",
      remedy: "Correct the row, or change the property's type."
    )
  }
}

extension TableContext {
  /// The error for a row whose key is no identifier of the entity type.
  var unreadableKey: DatabaseError {
    DatabaseError(
      .typeMismatch,
      "A row of \(name) has a key that is no identifier of \(definition.typeName), such as a UUID "
        + "in upper case.",
      remedy: "Correct the row, for a UUID by lower(), or change the type of the identifier."
    )
  }

  /// The error for a row that SQLite does not read.
  func tooLargeRow(cause: DatabaseError) -> DatabaseError {
    DatabaseError(
      .typeMismatch,
      "A row of \(name) has more bytes than this library reads.",
      remedy: "Shorten its values, or read parts of them with substr in SQL.",
      cause: cause
    )
  }
}

extension Connection {
  /// Returns the compiled statement, with the columns of `key` bound to its first parameters.
  func prepare(_ text: StatementText, binding key: RowKey) throws(DatabaseError) -> Statement {
    let statement = try prepare(text)
    try statement.bind(key, from: 1)
    return statement
  }
}

extension Statement {
  /// Binds the columns of a key to consecutive parameters. `first` is counted from 1.
  func bind(_ key: RowKey, from first: Int) throws(DatabaseError) {
    switch key {
    case .value(let value): try bind(value, at: first)
    case .values(let values):
      for (index, value) in values.enumerated() { try bind(value, at: first + index) }
    }
  }
}
