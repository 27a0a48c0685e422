import StateGraph
import StateGraphSQLite
import StateGraphThreads

/// One key of the router for one relationship, from its first read until its node is gone.
final class RelationshipSlot<Source: RelationshipSource>: Sendable {
  private struct Registration {
    let graph: DatabaseGraph
    let template: RouteTemplate
    let key: SQLiteValue
  }

  /// Children that were loaded together with those of others.
  private struct Prefetched {
    let children: [Source.Child]
    /// How often the slot had been touched before they were loaded.
    let touchCount: UInt64
  }

  private struct State {
    var registration: Registration?
    var prefetched: Prefetched?
  }

  let source: Source
  private let signal = SlotSignal()
  private let state = Guarded(State())

  init(_ source: Source) {
    self.source = source
  }

  deinit {
    if let registration = state.withLock({ $0.registration }) {
      registration.graph.remove(signal, for: registration.template, key: registration.key)
    }
  }

  func children(of owner: EntityAttachment) -> [Source.Child] {
    let graph = owner.table.graph
    let key = owner.key.first
    do {
      if !UncommittedValues.areVisible {
        try register(graph, key)
        signal.signal.depend()
        if let children = takePrefetched() {
          try source.depend(on: children, in: graph)
          return children
        }
      }
      return try source.children(of: key, in: graph)
    } catch {
      graph.report(error, while: "reading a relationship to \(Source.Child.self)")
      return []
    }
  }

  /// Whoever has read it reads again.
  func touch() { signal.signal.publish() }

  /// Says that a commit which concerns `owner` is to be heard of from now on. Returns what
  /// ``provide(_:since:)`` wants to know.
  func prepare(for owner: EntityAttachment) throws -> UInt64 {
    try register(owner.table.graph, owner.key.first)
    return signal.signal.changeCount
  }

  /// Gives the next read its children, unless a commit has touched the slot since `touchCount`.
  func provide(_ children: [Source.Child], since touchCount: UInt64) {
    state.withLock {
      $0.prefetched = Prefetched(children: children, touchCount: touchCount)
    }
  }

  /// Lets go of what no read has wanted.
  func dropPrefetched() { _ = takePrefetched() }

  private func takePrefetched() -> [Source.Child]? {
    let taken = state.withLock { state in
      defer { state.prefetched = nil }
      return state.prefetched
    }
    guard let taken, taken.touchCount == signal.signal.changeCount else { return nil }
    return taken.children
  }

  private func register(_ graph: DatabaseGraph, _ key: SQLiteValue) throws {
    if state.withLock({ $0.registration != nil }) { return }
    let (table, template) = try source.route(in: graph)
    state.withLock { state in
      guard state.registration == nil else { return }
      state.registration = Registration(graph: graph, template: template, key: key)
      // Before another thread can find it registered, and read without waiting for this one.
      graph.insert(signal, for: template, key: key, in: table)
    }
  }
}
