import StateGraphCore
import StateGraphSQLite
import StateGraphThreads

/// The rows of one relationship of one owner, from its first read until its node is gone.
final class RelationshipSlot<Source: RelationshipSource>: Sendable {
  private struct Live {
    let rows: RowsSlot
    let registration: SlotRegistration
  }

  let source: Source
  private let live = Guarded<Live?>(nil)
  /// Fires where it is not the rows that have changed.
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

  /// Whoever has read it reads again.
  func touch() { change.publish() }

  /// The rows of the owner, which hear of every commit from now on.
  func rows(of owner: EntityAttachment) throws -> RowsSlot {
    if let known = live.withLock({ $0?.rows }) { return known }
    let graph = owner.table.graph
    let source = try source.rows(of: owner.key.first, in: graph)
    let made = RowsSlot(source, graph.reads, named: name)
    let route = try self.source.route(owner.key.first, in: graph)
    let registration = SlotRegistration(made, [route], in: graph)
    // Whoever loses the race lets go of its own after the lock.
    return live.withLock { live in
      if let live { return live.rows }
      live = Live(rows: made, registration: registration)
      return made
    }
  }
}
