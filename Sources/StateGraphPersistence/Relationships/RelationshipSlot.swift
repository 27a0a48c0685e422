import StateGraphCore
import StateGraphSQLite
import StateGraphThreads

/// The rows of one relationship of one owner. Commits update these rows in memory.
///
/// The rows are kept from the first read until the relationship's graph node is released.
final class RelationshipSlot<Source: RelationshipSource>: Sendable {
  private struct Live {
    /// The key of the owner.
    ///
    /// After a rollback, an owner whose key SQLite makes may be inserted again with another key.
    let key: SQLiteValue
    let rows: DeltaSlot
    let registration: SlotRegistration
  }

  let source: Source
  private let live = Guarded<Live?>(nil)
  /// A signal that makes nodes read the relationship again although no row has changed.
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
        let rows = try source.rows(of: owner.key.first, in: graph)
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
  func rows(of owner: EntityAttachment) throws -> DeltaSlot {
    let key = owner.key.first
    if let known = live.withLock({ $0?.key == key ? $0?.rows : nil }) { return known }
    let graph = owner.table.graph
    let source = try source.rows(of: key, in: graph)
    let made = DeltaSlot(source, graph.reads, named: name)
    let route = try self.source.route(key, in: graph)
    let registration = SlotRegistration(made, [route], in: graph)
    // If another thread was faster, the objects made here are released after the lock. So are the
    // rows of a key that the owner has lost.
    var replaced: Live?
    defer { _ = replaced }
    return live.withLock { live in
      if let live, live.key == key { return live.rows }
      replaced = live
      live = Live(key: key, rows: made, registration: registration)
      return made
    }
  }
}
