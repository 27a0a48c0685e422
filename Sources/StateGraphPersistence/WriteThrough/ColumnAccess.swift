public import StateGraphCore
public import StateGraphSQLite

/// Reads and writes the columns of one entity by index.
///
/// The accessors that `@GraphStored` generates call these methods.
@_documentation(visibility: internal)
public struct ColumnAccess {
  @usableFromInline let state: EntityState

  @inlinable
  init(_ state: EntityState) { self.state = state }

  /// Returns the column's value, or a placeholder if the stored value has a different type.
  ///
  /// The graph node that is being evaluated then depends on the column.
  public func read<Value: Bindable>(_ index: Int) -> Value {
    Value(value: state.value(index)) ?? Value.placeholder
  }

  /// Returns the entity that the column references.
  ///
  /// If the referenced row is missing, returns a substitute that is marked as deleted.
  public func read<Target: Entity>(_ index: Int) -> Target {
    if let found: Target = reference(index) { return found }
    return missing(.value(state.value(index)))
  }

  /// Returns the entity that the column references.
  ///
  /// Returns nil if the column is NULL, or if the referenced row is missing.
  public func read<Target: Entity>(_ index: Int) -> Target? {
    reference(index)
  }

  /// Sets the column. If the entity has a row in the file, updates this row.
  ///
  /// If the entity has no row yet, stores the value only in memory.
  public func write<Value: Bindable>(_ index: Int, _ value: Value) {
    set(index, to: EntityState.InitialValue(value))
  }

  /// Makes the column reference `target`.
  ///
  /// If the entity has a row in the file, updates this row with the primary key of `target`.
  public func write<Target: Entity>(_ index: Int, _ target: Target) {
    set(index, to: EntityState.InitialValue(target))
  }

  /// Makes the column reference `target`. Nil removes the reference.
  public func write<Target: Entity>(_ index: Int, _ target: Target?) {
    set(index, to: EntityState.InitialValue(target))
  }

  /// Returns the graph node of a property that stores a value, and not a reference. Use the node to
  /// observe the property.
  public func node<Value: Bindable>(_ index: Int) -> Stored<Value> {
    node(index, read: { read(index) }, write: { write(index, $0) })
  }

  /// Returns the graph node of a property that references another entity.
  ///
  /// Use the node to observe the property.
  public func node<Target: Entity>(_ index: Int) -> Stored<Target>
  where Target.TypedIdentifierRawValue: Bindable {
    node(index, read: { read(index) }, write: { write(index, $0) })
  }

  /// Returns the graph node of an optional property that references another entity.
  ///
  /// Use the node to observe the property.
  public func node<Target: Entity>(_ index: Int) -> Stored<Target?>
  where Target.TypedIdentifierRawValue: Bindable {
    node(index, read: { read(index) }, write: { write(index, $0) })
  }

  func node<Value>(
    _ index: Int,
    read: @escaping () -> Value,
    write: @escaping (Value) -> Void
  ) -> Stored<Value> {
    Stored(
      backing: StoredBacking(
        dependency: { state.signal(index) },
        read: read,
        write: write,
        beginChange: ChangeInPlace.begin(of: state)
      )
    )
  }

  func set(_ index: Int, to initial: EntityState.InitialValue) {
    if state.setDetached(index, to: initial) { return }
    guard let table = state.table else { return }
    switch initial.content {
    case .value(let value): table.writer.set(index, of: state, to: value)
    case .reference(let entity):
      do throws(DatabaseError) {
        let definition = state.definition
        let key = try entity._$keyToStore(
          "\(definition.typeName).\(definition.columns[index].property)"
        )
        table.writer.set(index, of: state, to: key, keyOf: entity._$entity)
      } catch {
        table.writer.refuse(error)
      }
    case .refused(let error): table.writer.refuse(error)
    }
  }

  private func reference<Target: Entity>(_ index: Int) -> Target? {
    let key = state.value(index)
    guard let table = state.table else { return state.detachedReference(index) as? Target }
    guard !key.isNull else { return nil }
    return table.graph.find(Target.self, key: .value(key))
  }

  /// Returns a substitute for a missing row that a non-optional property references.
  ///
  /// A row can be missing if another program wrote the file without foreign keys. The substitute is
  /// marked as deleted, and its properties have placeholder values.
  func missing<Target: Entity>(_ key: RowKey) -> Target {
    let raw =
      Target.TypedIdentifierRawValue(rowKey: key)
      ?? Target.TypedIdentifierRawValue.placeholder
    let entity = Target(EntityRow(typedID: Target.TypedID(raw)))
    entity._$entity._$key.set(raw.rowKey)
    if let table = state.table {
      let missing = entity._$entity
      missing.markMissing(in: TableReference(missing.definition, table: table), key)
    }
    return entity
  }
}

extension EntityState {
  /// Reads and writes the entity's columns by index. For accessors that `@GraphStored` generates.
  @inlinable
  public var _$columns: ColumnAccess { ColumnAccess(self) }
}
