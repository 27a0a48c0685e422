import StateGraphCore
import StateGraphSQLite
import StateGraphThreads

/// One cell of a database and what is known of it, shared by the nodes over it.
///
/// Its content is what the last commit left in the file: read by the first who asks, and again at
/// each commit that touched the cell. So there is nothing to undo after a rollback.
final class DatabaseCell: Sendable {
  private struct Known {
    /// Nil where nobody has read the cell, or the last try failed.
    var content: CellContent?
    /// Counts the commits that touched the cell. What was read before one must not be kept after
    /// it.
    var generation: UInt64 = 0
  }

  let address: CellAddress
  /// Held strongly: a property goes on working for as long as its owner lives.
  let database: Database
  let graph: DatabaseGraph
  /// Tells this cell from an earlier one at its address.
  let number: UInt64
  /// What the nodes over the cell depend on.
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

  /// What the cell holds for this thread, recorded as read. Failures are logged, and nil.
  func read() -> CellContent? {
    signal.depend()
    do {
      return try content()
    } catch {
      graph.report(error, while: "reading \(address.table).\(address.column)")
      return nil
    }
  }

  /// What the cell holds for this thread: inside a write what that has made of it, inside a
  /// snapshot what that shows, elsewhere what the last commit has left.
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
    // Commits keep coming in between; this is what one of them has left.
    return try load(try graph.cells.layout(of: address, in: database))
  }

  private func keep(_ content: CellContent, ifGenerationIs generation: UInt64) -> Bool {
    known.withLock { known in
      guard known.generation == generation else { return false }
      known.content = content
      return true
    }
  }

  /// Nil for a setting while there is no table of settings.
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

/// What a cell holds, if there is a row for it.
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
  /// - Parameter accepts: Whether the type of whoever writes can hold what the column has made of
  ///   it.
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
          "The column \(address.table).\(address.column) makes \(stored.storageClass) of "
            + "\(value.storageClass), which the property cannot read back.",
          remedy: "Change the type of the property or of the column."
        )
      }
    }
  }

  private var absentError: DatabaseError {
    DatabaseError(
      .deletedEntity,
      "\(address.table).\(address.column) was written in a row that is not there.",
      remedy: "Insert the row first."
    )
  }
}

// MARK: - Commits

extension DatabaseCell {
  /// Brings the content to what a commit left. Call with the turn held. Returns whether dependents
  /// have to be told.
  func didCommit() -> Bool {
    let isKnown = known.withLock { known in
      // One step: whoever is reading just now must not keep what was there before.
      if known.content == nil { known.generation += 1 }
      return known.content != nil
    }
    // Who has failed to read depends on the next one who does not.
    guard isKnown else { return true }
    // A failure is the next reader's to report: here locks are held.
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
