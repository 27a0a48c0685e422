public import StateGraphCore
public import StateGraphSQLite

/// Reads and writes the columns of an entity: the functions that the accessors call which
/// `@GraphStored` writes into an entity.
@_documentation(visibility: internal)
public struct ColumnAccess {
  @usableFromInline let state: EntityState

  @inlinable
  init(_ state: EntityState) { self.state = state }

  /// The column's value. The current evaluation depends on it.
  public func read<Value: Bindable>(_ index: Int) -> Value {
    Value(value: state.value(index)) ?? Value.placeholder
  }

  /// The entity that the column refers to.
  public func read<Target: Entity>(_ index: Int) -> Target {
    if let found: Target = reference(index) { return found }
    return missing(state.value(index))
  }

  /// The entity that the column refers to, or nil.
  public func read<Target: Entity>(_ index: Int) -> Target? {
    reference(index)
  }

  /// Sets the column: in the file if the entity has a row, otherwise in memory.
  public func write<Value: Bindable>(_ index: Int, _ value: Value) {
    set(index, EntityState.InitialValue(value))
  }

  /// Makes the column refer to an entity.
  public func write<Target: Entity>(_ index: Int, _ target: Target) {
    set(index, EntityState.InitialValue(target))
  }

  /// Makes the column refer to an entity, or to none.
  public func write<Target: Entity>(_ index: Int, _ target: Target?) {
    set(index, EntityState.InitialValue(target))
  }

  /// The node of a column.
  public func node<Value: Bindable>(_ index: Int) -> Stored<Value> {
    Stored(
      backing: StoredBacking(
        dependency: { state.signal(index) },
        read: { read(index) },
        write: { write(index, $0) }
      )
    )
  }

  /// The node of a reference.
  public func node<Target: Entity>(_ index: Int) -> Stored<Target> {
    Stored(
      backing: StoredBacking(
        dependency: { state.signal(index) },
        read: { read(index) },
        write: { write(index, $0) }
      )
    )
  }

  /// The node of an optional reference.
  public func node<Target: Entity>(_ index: Int) -> Stored<Target?> {
    Stored(
      backing: StoredBacking(
        dependency: { state.signal(index) },
        read: { read(index) },
        write: { write(index, $0) }
      )
    )
  }

  func set(_ index: Int, _ initial: EntityState.InitialValue) {
    if state.setDetached(index, initial) { return }
    guard let table = state.table else { return }
    switch initial.content {
    case .value(let value): table.writer.set(index, of: state, to: value)
    case .reference(let entity): table.writer.set(index, of: state, to: entity._$key.first)
    case .refused(let error): table.writer.refuse(error)
    }
  }

  private func reference<Target: Entity>(_ index: Int) -> Target? {
    let key = state.value(index)
    guard let table = state.table else { return state.detachedReference(index) as? Target }
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
    if let table = state.table {
      let missing = entity._$entity
      missing.markMissing(in: TableReference(missing.definition, table), .value(key))
    }
    return entity
  }
}

extension EntityState {
  /// The columns of the entity, for its accessors.
  @inlinable
  public var _$columns: ColumnAccess { ColumnAccess(self) }
}
