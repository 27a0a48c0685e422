import StateGraphCore
import StateGraphLive
import StateGraphSQLite
import StateGraphThreads

/// Keeps the rows of one relationship of one owner. Commits update these rows in memory.
///
/// The rows are kept from the first read until the relationship's graph node is released.
final class RelationshipSlot<Source: RelationshipSource>: Sendable {
  private struct Live {
    /// The primary key of the owner.
    ///
    /// If SQLite makes the key, an insertion after a rollback can give the owner another key.
    let key: RowKey
    let rows: ResultSlot
    let registration: SlotRegistration
  }

  let source: Source
  private let live = Guarded<Live?>(nil)
  /// The signal that ``touch()`` publishes to invalidate the nodes that have read the relationship.
  ///
  /// The rows have their own signal, but it reports only commits. The rollback of the owner's
  /// insertion commits nothing, and yet the relationship then has other children.
  private let change: Signal
  private let name: SignalName

  init(_ source: Source, named name: SignalName) {
    self.source = source
    self.name = name
    change = Signal(keeping: name)
  }

  func children(of owner: EntityAttachment) -> [Source.Child] {
    let graph = owner.table.graph
    do {
      if UncommittedValues.areVisible {
        if try graph.database().isWriting { return try uncommittedChildren(of: owner) }
        let rows = try source.rows(of: owner.key, in: graph)
        let loaded = try rows.rows(nil, after: nil, count: nil).rows
        return try source.children(of: .read(loaded), in: graph)
      }
      let rows = try rows(of: owner)
      change.depend()
      rows.signal.depend()
      return try source.children(of: rows.rows(), in: graph)
    } catch {
      graph.report(error, while: "reading a relationship to \(Source.Child.self)")
      return []
    }
  }

  /// Invalidates every node that has read the relationship.
  func touch() { change.publish() }

  /// Returns the rows that belong to the owner.
  ///
  /// The first call registers the rows, so that every later commit updates them.
  func rows(of owner: EntityAttachment) throws -> ResultSlot {
    let key = owner.key
    if let known = live.withLock({ $0?.key == key ? $0?.rows : nil }) { return known }
    let graph = owner.table.graph
    let source = try source.rows(of: key, in: graph)
    let made = ResultSlot(source, reads: graph.reads, named: name)
    let route = try self.source.route(key, in: graph)
    let registration = SlotRegistration(made, routes: [route], in: graph)
    // These objects are released after the lock: the new rows if another thread has already stored
    // rows, and the replaced rows of a key that the owner had before a rollback.
    var replaced: Live?
    defer { withExtendedLifetime(replaced) {} }
    return live.withLock { live in
      if let live, live.key == key { return live.rows }
      replaced = live
      live = Live(key: key, rows: made, registration: registration)
      return made
    }
  }
}

// MARK: - Inside a write

extension RelationshipSlot {
  /// Returns the related entities as the open write sees them, with its uncommitted changes.
  func uncommittedChildren(of owner: EntityAttachment) throws -> [Source.Child] {
    guard let known = try uncommitted(owner) else {
      return try source.children(of: try uncommittedRows(of: owner), in: owner.table.graph)
    }
    // SAFETY: the elements are entities of the source's type. Arrays of all classes have the same
    // layout.
    return unsafeBitCast(try elements(of: known, owner), to: [Source.Child].self)
  }

  /// Returns the related entities in an array that the caller can change without a copy, if
  /// possible. ``keepSpare(_:)`` takes the changed array back.
  func takeSpare(of owner: EntityAttachment) throws -> [Source.Child] {
    guard let known = try uncommitted(owner) else { return try uncommittedChildren(of: owner) }
    let elements = try elements(of: known, owner)
    // SAFETY: as in `uncommittedChildren(of:)`.
    return unsafeBitCast(known.takeSpare(equalTo: elements), to: [Source.Child].self)
  }

  /// Returns the entities of the rows that the open write keeps up to date in memory.
  private func elements(
    of known: UncommittedRelationship,
    _ owner: EntityAttachment
  ) throws -> [AnyObject] {
    if source.elementsAreChildren { return known.elements }
    let graph = owner.table.graph
    let watched = try graph.table(for: Source.Child.self).untyped.context.watched
    if let found = known.targets(in: watched) { return found }
    // A change after this position makes the entities be found again.
    let mark = watched.log.mark()
    let rows = known.rows
    let children = try source.children(of: .kept(RowSlice(rows)), in: graph)
    // SAFETY: arrays of all classes have the same layout.
    let found = unsafeBitCast(children, to: [AnyObject].self)
    // The number differs if an entity has no row.
    if found.count == rows.count {
      known.keepTargets(UncommittedTargets(found, in: watched, at: mark))
    }
    return found
  }

  func keepSpare(_ children: [Source.Child], of owner: EntityAttachment) {
    let known = owner.table.graph.uncommittedResults.result(of: self) as? UncommittedRelationship
    // SAFETY: arrays of all classes have the same layout.
    known?.keepSpare(unsafeBitCast(children, to: [AnyObject].self))
  }

  /// Returns the rows of the relationship as the open write sees them, with its uncommitted
  /// changes.
  func uncommittedRows(of owner: EntityAttachment) throws -> LiveResult {
    if let known = try uncommitted(owner) { return .kept(RowSlice(known.rows)) }
    let loader = try source.rows(of: owner.key, in: owner.table.graph)
    return .read(try loader.rows(nil, after: nil, count: nil).rows)
  }

  /// Returns the rows that the open write keeps up to date in memory.
  ///
  /// Returns nil if only SQLite can decide which rows belong to the relationship.
  private func uncommitted(_ owner: EntityAttachment) throws -> UncommittedRelationship? {
    let graph = owner.table.graph
    // Deferred updates may change rows of the relationship, so they are written first.
    graph.willUseTransaction()
    let results = graph.uncommittedResults
    let loader = try source.rows(of: owner.key, in: graph)
    let watched = try loader.watchedTable()
    if let known = results.result(of: self) as? UncommittedRelationship,
      try known.update(loader, watched: watched)
    {
      return known
    }
    let committed = try live.withLock { $0?.rows }?.keptRows()
    let made =
      try committed.flatMap {
        try UncommittedRelationship.updating($0, loader: loader, watched: watched)
      }
      ?? UncommittedRelationship.reading(loader, watched: watched)
    guard let made else { return nil }
    results.keep(made, of: self)
    return made
  }
}
