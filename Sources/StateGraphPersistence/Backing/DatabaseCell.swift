import StateGraphCore
import StateGraphSQLite
import StateGraphThreads

/// One cell of a database (the value of one column in one row) and its committed content.
///
/// All graph nodes of the cell share this object. The first read loads the content. After this
/// read, each commit that changes the cell loads the content again.
final class DatabaseCell: Sendable {
  private struct Known {
    /// The committed content, or nil if the cell has not been read, or if the last read failed.
    var content: CellContent?
    /// The number of commits since this object was created that changed the cell.
    ///
    /// A read stores its content only if this number has not changed since the read began.
    var generation: UInt64 = 0
  }

  let address: CellAddress
  /// A strong reference, so that the database stays open for as long as a property uses the cell.
  let database: Database
  let graph: DatabaseGraph
  /// A number that distinguishes this object from an earlier object for the same address.
  let number: UInt64
  /// The signal (a graph node without a value) on which all graph nodes of the cell depend. A
  /// commit that changes the cell invalidates the signal.
  let signal: Signal
  private let known = Guarded(Known())

  init(_ address: CellAddress, in database: Database, graph: DatabaseGraph, number: UInt64) {
    self.address = address
    self.database = database
    self.graph = graph
    self.number = number
    signal = Signal(keeping: SignalName(address.name))
  }

  deinit { graph.cells.forget(address, number: number) }

  /// Returns the cell's content, and makes the evaluated graph node depend on the cell.
  ///
  /// If reading fails, logs the error and returns nil.
  func read() -> CellContent? {
    signal.depend()
    do {
      return try content()
    } catch {
      graph.report(error, while: "reading \(address.table).\(address.column)")
      return nil
    }
  }

  /// Returns the cell's content.
  ///
  /// Inside a write, this is the content in the open transaction. Inside a snapshot, it is the
  /// content in the snapshot. Otherwise, it is the content after the last commit.
  func content() throws -> CellContent {
    if database.isWriting { return try load(try currentLayout()) }
    if database.snapshot != nil {
      return try load(try graph.cells.layout(of: address, in: database))
    }
    for _ in 0..<3 {
      let (content, generation) = known.withLock { ($0.content, $0.generation) }
      if let content { return content }
      let loaded = try load(try graph.cells.layout(of: address, in: database))
      if keep(loaded, ifGenerationIs: generation) { return loaded }
    }
    // During each attempt, a commit changed the cell. The last content may be outdated, so it is
    // returned but not stored.
    return try load(try graph.cells.layout(of: address, in: database))
  }

  private func keep(_ content: CellContent, ifGenerationIs generation: UInt64) -> Bool {
    known.withLock { known in
      guard known.generation == generation else { return false }
      known.content = content
      return true
    }
  }

  /// Returns the SQL statements of the cell, for the schema that this thread sees inside its open
  /// write.
  ///
  /// Returns `nil` for a setting if the table of settings does not exist yet.
  private func currentLayout() throws -> CellLayout? {
    let table = try database.table(address.table)
    if table == nil, address.isSetting { return nil }
    return try CellLayout(address, table: table)
  }

  private func load(_ layout: CellLayout?) throws -> CellContent {
    guard let layout else { return .absent }
    return try database.withReader { try $0.firstValue(layout.selection) }.map { .value($0) }
      ?? .absent
  }
}

/// The value of a cell, or `absent` if the row does not exist.
enum CellContent: Sendable {
  case absent
  case value(SQLiteValue)

  func isIdentical(to other: CellContent) -> Bool {
    switch (self, other) {
    case (.absent, .absent): true
    case (.value(let left), .value(let right)): left.isIdentical(to: right)
    default: false
    }
  }
}

// MARK: - Writing

extension DatabaseCell {
  /// Writes a value to the cell. Reports errors as `Database.write` describes.
  ///
  /// - Parameters:
  ///   - encode: Returns the value to store.
  ///   - accepts: Returns whether the property can hold the stored value, which the column's
  ///     affinity may have converted.
  func write(_ encode: () throws -> SQLiteValue, accepts: (SQLiteValue) -> Bool) {
    database.writeWithoutThrowing {
      let value = try encode()
      if address.isSetting, try database.table(address.table) == nil {
        try database.execute(CellAddress.settingsDefinition)
      }
      let layout = try CellLayout(address, table: database.table(address.table))
      guard try database.execute(layout.assignment(of: value)) > 0,
        case .value(let stored) = try load(layout)
      else { throw absentError }
      guard accepts(stored) else {
        throw DatabaseError(
          .typeMismatch,
          "The column \(address.table).\(address.column) converts a value of type "
            + "\(value.storageClass) to \(stored.storageClass), which the property cannot hold.",
          remedy: "Change the type of the property or of the column."
        )
      }
    }
  }

  private var absentError: DatabaseError {
    DatabaseError(
      .deletedEntity,
      "\(address.table).\(address.column) was set in a row that does not exist.",
      remedy: "Insert the row first."
    )
  }
}

// MARK: - Commits

extension DatabaseCell {
  /// Loads the content of the cell after a commit. The caller must hold the write lock.
  ///
  /// Returns whether the graph nodes of the cell must be invalidated.
  func didCommit() -> Bool {
    let isKnown = known.withLock { known in
      // The check and the increment happen under one lock. A concurrent read therefore cannot store
      // the old content.
      if known.content == nil { known.generation += 1 }
      return known.content != nil
    }
    // If the content is unknown, the nodes of the cell must read the cell again.
    guard isKnown else { return true }
    // A failure is ignored here, because locks are held. The next read reports it.
    let new = try? load(graph.cells.layout(of: address, in: database))
    return known.withLock { known in
      defer {
        known.content = new
        known.generation += 1
      }
      guard let old = known.content, let new else { return true }
      return !old.isIdentical(to: new)
    }
  }
}
