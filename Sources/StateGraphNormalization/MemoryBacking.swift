import StateGraph
import StateGraphThreads

/// The entities of an in-memory store.
final class MemoryBacking<Element: TypedIdentifiable>: EntityStoreBacking {
  private struct State {
    /// With the number it was added under, for the order of `getAll`.
    var entities: [Element.TypedID: (number: Int, entity: Element)] = [:]
    var nextNumber = 0
    /// `getAll`'s answer, until something comes or goes.
    var sorted: [Element]?
  }

  private let state = Guarded(State())
  /// Fires when any entity comes, goes or is replaced.
  private let membership = Signal()
  private let presence = PresenceSignals<Element.TypedID>()

  func add(_ entities: [Element]) {
    let replaced = state.withLock { state in
      state.sorted = nil
      return entities.map { entity in
        let number = state.entities[entity.typedID]?.number ?? state.nextNumber
        state.nextNumber = max(state.nextNumber, number + 1)
        return state.entities.updateValue((number, entity), forKey: entity.typedID)
      }
    }
    // The replaced entities die here, after the lock: their `deinit` is user code.
    _ = replaced
    publish(entities.map(\.typedID))
  }

  func get(by id: Element.TypedID) -> Element? {
    presence.depend(on: id)
    return state.withLock { $0.entities[id]?.entity }
  }

  func getAll() -> [Element] {
    membership.depend()
    return state.withLock { state in
      if let sorted = state.sorted { return sorted }
      let sorted = state.entities.values.sorted { $0.number < $1.number }.map(\.entity)
      state.sorted = sorted
      return sorted
    }
  }

  func contains(_ id: Element.TypedID) -> Bool {
    presence.depend(on: id)
    return state.withLock { $0.entities[id] != nil }
  }

  var count: Int {
    membership.depend()
    return state.withLock { $0.entities.count }
  }

  func modify(_ id: Element.TypedID, _ body: (Element) -> Void) -> Bool {
    guard let entity = state.withLock({ $0.entities[id]?.entity }) else { return false }
    withGraphBatch { body(entity) }
    return true
  }

  func delete(_ id: Element.TypedID) -> Bool {
    let removed = state.withLock { state in
      state.sorted = nil
      return state.entities.removeValue(forKey: id)
    }
    guard removed != nil else { return false }
    publish([id])
    return true
  }

  private func publish(_ ids: [Element.TypedID]) {
    var epoch = GraphEpoch()
    epoch.touch(membership)
    presence.touch(ids, in: &epoch)
    epoch.publish()
  }
}
