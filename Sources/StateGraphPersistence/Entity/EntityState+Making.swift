import StateGraphCore
import StateGraphSQLite

extension EntityState {
  /// Returns the initial value of an entity's `_$entity`.
  ///
  /// This is the state of the row that is being loaded, or a new state that has no row.
  /// ``EntityConstruction`` describes the mechanism.
  @inlinable
  public static func _$make<Element: Entity>(
    for type: Element.Type,
    initialValues: @autoclosure () -> [Int: InitialValue]
  ) -> EntityState {
    make(Element._$definition, initialValues: initialValues)
  }

  @usableFromInline
  static func make(
    _ definition: EntityDefinition,
    initialValues: () -> [Int: InitialValue]
  ) -> EntityState {
    if let loading = EntityConstruction.takeState(of: definition) { return loading }
    let state = EntityState(detached: definition, image: definition.placeholders)
    for (index, initial) in initialValues() { state.preset(index, to: initial, in: definition) }
    return state
  }

  /// Sets the key and all columns of a new entity. The generated initialiser calls this method.
  /// `key` is nil if a store makes the key.
  ///
  /// No other thread can use the state yet, so the function takes no lock.
  public func _$initialize(_ key: (some EntityKey)?, _ values: [InitialValue]) {
    var references: [Int: any Entity] = [:]
    for (index, initial) in values.enumerated() {
      switch initial.content {
      case .value: break
      case .reference(let entity): references[index] = entity
      case .refused(let error): makeExtras().refusals[index] = error
      }
    }
    let image = RowImage(key?.rowKey ?? .value(.null), count: values.count) { index in
      if case .value(let value) = values[index].content { value } else { .null }
    }
    self.image = image
    if !references.isEmpty { makeExtras().references = references }
  }

  private func preset(_ index: Int, to initial: InitialValue, in definition: EntityDefinition) {
    switch initial.content {
    case .value(let value):
      image = image.replacing(definition.keyColumns.count + index, by: value)
    case .reference(let entity): makeExtras().references[index] = entity
    case .refused(let error): makeExtras().refusals[index] = error
    }
  }

  /// Returns the object with the fields that few states need. The first call creates the object.
  /// Call with `lock` held, or before another thread can use the state.
  func makeExtras() -> StateExtras {
    if let extras { return extras }
    let made = StateExtras()
    extras = made
    return made
  }
}
