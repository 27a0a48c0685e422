import CStateGraphThreads
import StateGraphCore
import StateGraphSQLite

extension EntityState {
  /// The state for an entity that is being made: the one it is loaded over, or a new, detached one.
  @inlinable
  public static func make<Element: Entity>(
    for type: Element.Type,
    initialValues: @autoclosure () -> [Int: InitialValue]
  ) -> EntityState {
    make(Element._$definition, initialValues)
  }

  @usableFromInline
  static func make(
    _ definition: EntityDefinition,
    _ initialValues: () -> [Int: InitialValue]
  ) -> EntityState {
    let thread = stategraph_thread_current()
    if let loading = thread.pointee.loading {
      let state = Unmanaged<EntityState>.fromOpaque(loading).takeUnretainedValue()
      // The class may have stored properties of its own that make entities, of other types.
      if state.definition === definition {
        thread.pointee.loading = nil
        return state
      }
    }
    let state = EntityState(detached: definition, image: definition.placeholders)
    for (index, initial) in initialValues() { state.preset(index, initial, in: definition) }
    return state
  }

  /// What the memberwise initialiser does: all columns at once, before anybody else has the entity.
  public func initialize(_ key: some EntityKey, _ values: [InitialValue]) {
    var references: [Int: any Entity] = [:]
    for (index, initial) in values.enumerated() {
      switch initial.content {
      case .value: break
      case .reference(let entity): references[index] = entity
      case .refused(let error): makeExtras().refusals[index] = error
      }
    }
    let image = RowImage(key.rowKey, count: values.count) { index in
      if case .value(let value) = values[index].content { value } else { .null }
    }
    // Loaded entities are made by `init(_ row:)`: this state is detached and nobody else's yet.
    self.image = image
    if !references.isEmpty { makeExtras().references = references }
  }

  private func preset(_ index: Int, _ initial: InitialValue, in definition: EntityDefinition) {
    switch initial.content {
    case .value(let value):
      image = image.replacing(definition.keyColumns.count + index, by: value)
    case .reference(let entity): makeExtras().references[index] = entity
    case .refused(let error): makeExtras().refusals[index] = error
    }
  }

  /// Call with the lock held, or before anybody else has the state.
  func makeExtras() -> StateExtras {
    if let extras { return extras }
    let made = StateExtras()
    extras = made
    return made
  }
}
