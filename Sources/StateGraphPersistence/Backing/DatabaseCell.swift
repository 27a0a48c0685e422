import StateGraphCore
import StateGraphSQLite
import StateGraphThreads

/// One cell of a database and its committed content, shared by all nodes of the cell.
///
/// The first read loads the content, and each commit that touches the cell loads it again. A
/// rollback therefore has nothing to undo here.
final class DatabaseCell: Sendable {
  private struct Known {
    /// Nil if the cell has not been read, or if the last read failed.
    var content: CellContent?
    /// The number of commits that touched the cell. Content that was read before a commit must not
    /// be kept after it.
    var generation: UInt64 = 0
  }

  let address: CellAddress
  /// A strong reference: a property works for as long as its owner exists.
  let database: Database
  let graph: DatabaseGraph
  /// Distinguishes this cell from an earlier one at the same address.
  let number: UInt64
  /// The nodes of the cell depend on this signal.
  let signal: Signal
  private let known = Guarded(Known())

  init(_ address: CellAddress, _ database: Database, _ graph: DatabaseGraph, number: UInt64) {
    self.address = address
    self.database = database
    self.graph = graph
    self.number = number
    signal = Signal(keeping: SignalName(address.name))
  }

  deinit { graph.cells.forget(address, number) }

  /// Returns the cell's content that the calling thread sees; nil after a failure, which is logged.
  /// The graph node that is being evaluated depends on the cell.
  func read() -> CellContent? {
    signal.depend()
    do {
      return try content()
    } catch {
      graph.report(error, while: "reading \(address.table).\(address.column)")
      return nil
    }
  }

  /// Returns the cell's content. Inside a write, this is the content in the open transaction;
  /// inside a snapshot, the content in the snapshot; otherwise the content after the last commit.
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
    // In each attempt, a commit happened during the read. This content belongs to one of these
    // commits. It is returned but not kept, because it may be outdated.
    return try load(try graph.cells.layout(of: address, in: database))
  }

  private func keep(_ content: CellContent, ifGenerationIs generation: UInt64) -> Bool {
    known.withLock { known in
      guard known.generation == generation else { return false }
      known.content = content
      return true
    }
  }

  /// Returns the cell's SQL statements; nil for a setting if the table of settings does not exist.
  private func currentLayout() throws -> CellLayout? {
    let table = try database.table(address.table)
    if table == nil, address.isSetting { return nil }
    return try CellLayout(address, table)
  }

  private func load(_ layout: CellLayout?) throws -> CellContent {
    guard let layout else { return .absent }
    return try database.withReader { try $0.firstValue(layout.selection) }.map { .value($0) }
      ?? .absent
  }
}

/// The content of a cell, or that its row does not exist.
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
  /// Writes the cell. Failures are reported as `Database.write` says.
  ///
  /// - Parameters:
  ///   - encode: Returns the value to store.
  ///   - accepts: Whether the property can hold the value that the column has stored, which its
  ///     affinity may have converted.
  func write(_ encode: () throws -> SQLiteValue, accepts: (SQLiteValue) -> Bool) {
    database.writeWithoutThrowing {
      let value = try encode()
      if address.isSetting, try database.table(address.table) == nil {
        try database.execute(CellAddress.settingsDefinition)
      }
      let layout = try CellLayout(address, database.table(address.table))
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
  /// Loads the content that a commit has left. Call with the write lock held. Returns whether the
  /// nodes of the cell must be marked.
  func didCommit() -> Bool {
    let isKnown = known.withLock { known in
      // The check and the increment happen under one lock, so that a concurrent read cannot keep
      // the old content.
      if known.content == nil { known.generation += 1 }
      return known.content != nil
    }
    // A node whose read has failed must read again.
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
