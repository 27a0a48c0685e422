public import StateGraph
public import StateGraphSQLite

// The functions that the accessors call which `@GraphStored` writes into an entity.

extension EntityState {
  /// The column's value. The current evaluation depends on it.
  public func _$read<Value: Bindable>(_ index: Int) -> Value {
    Value(value: value(index)) ?? Value.placeholder
  }

  /// The entity that the column refers to.
  public func _$read<Target: Entity>(_ index: Int) -> Target {
    if let found: Target = reference(index) { return found }
    return missing(value(index))
  }

  /// The entity that the column refers to, or nil.
  public func _$read<Target: Entity>(_ index: Int) -> Target? {
    reference(index)
  }

  /// Sets the column: in the file if the entity has a row, otherwise in memory.
  public func _$write<Value: Bindable>(_ index: Int, _ value: Value) {
    set(index, InitialValue(value))
  }

  /// Makes the column refer to an entity.
  public func _$write<Target: Entity>(_ index: Int, _ target: Target) {
    set(index, InitialValue(target))
  }

  /// Makes the column refer to an entity, or to none.
  public func _$write<Target: Entity>(_ index: Int, _ target: Target?) {
    set(index, InitialValue(target))
  }

  /// The node of a column.
  public func _$node<Value: Bindable>(_ index: Int) -> Stored<Value> {
    Stored(
      backing: StoredBacking(
        dependency: { self.signal(index) },
        read: { self._$read(index) },
        write: { self._$write(index, $0) }
      )
    )
  }

  /// The node of a reference.
  public func _$node<Target: Entity>(_ index: Int) -> Stored<Target> {
    Stored(
      backing: StoredBacking(
        dependency: { self.signal(index) },
        read: { self._$read(index) },
        write: { self._$write(index, $0) }
      )
    )
  }

  /// The node of an optional reference.
  public func _$node<Target: Entity>(_ index: Int) -> Stored<Target?> {
    Stored(
      backing: StoredBacking(
        dependency: { self.signal(index) },
        read: { self._$read(index) },
        write: { self._$write(index, $0) }
      )
    )
  }

  func set(_ index: Int, _ initial: InitialValue) {
    if setDetached(index, initial) { return }
    guard let table else { return }
    switch initial.content {
    case .value(let value): table.writer.set(index, of: self, to: value)
    case .reference(let entity): table.writer.set(index, of: self, to: entity._$key.first)
    case .refused(let error): table.writer.refuse(error)
    }
  }

  private func reference<Target: Entity>(_ index: Int) -> Target? {
    let key = value(index)
    guard let table else { return detachedReference(index) as? Target }
    guard !key.isNull else { return nil }
    return table.graph.find(Target.self, .value(key))
  }

  /// A substitute for the missing row that a non-optional reference refers to, which is possible if
  /// another program wrote the file without foreign keys. The substitute is marked as deleted, and
  /// its properties have placeholder values.
  private func missing<Target: Entity>(_ key: SQLiteValue) -> Target {
    let raw =
      Target.TypedIdentifierRawValue(rowKey: .value(key))
      ?? Target.TypedIdentifierRawValue.placeholder
    let entity = Target(EntityRow(typedID: Target.TypedID(raw)))
    if let table {
      let state = entity._$entity
      state.markMissing(in: TableReference(state.definition, table), .value(key))
    }
    return entity
  }
}
