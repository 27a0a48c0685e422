public import StateGraphCore
public import StateGraphSQLite

// What the accessors that `@GraphStored` writes into an entity call.

extension EntityState {
  /// The column's value, recorded as read.
  public func read<Value: Bindable>(_ index: Int) -> Value {
    Value(value: value(index)) ?? Value.placeholder
  }

  /// The entity that the column refers to.
  public func read<Target: Entity>(_ index: Int) -> Target {
    if let found: Target = reference(index) { return found }
    return missing(value(index))
  }

  /// The entity that the column refers to, or nil.
  public func read<Target: Entity>(_ index: Int) -> Target? {
    reference(index)
  }

  /// Sets the column, in the file where there is a row.
  public func write<Value: Bindable>(_ index: Int, _ value: Value) {
    set(index, InitialValue(value))
  }

  /// Lets the column refer to an entity.
  public func write<Target: Entity>(_ index: Int, _ target: Target) {
    set(index, InitialValue(target))
  }

  /// Lets the column refer to an entity or to none.
  public func write<Target: Entity>(_ index: Int, _ target: Target?) {
    set(index, InitialValue(target))
  }

  /// The node of a column.
  public func node<Value: Bindable>(_ index: Int) -> Stored<Value> {
    Stored(
      backing: StoredBacking(
        dependency: { self.signal(index) },
        read: { self.read(index) },
        write: { self.write(index, $0) }
      )
    )
  }

  /// The node of a reference.
  public func node<Target: Entity>(_ index: Int) -> Stored<Target> {
    Stored(
      backing: StoredBacking(
        dependency: { self.signal(index) },
        read: { self.read(index) },
        write: { self.write(index, $0) }
      )
    )
  }

  /// The node of a reference that may be nil.
  public func node<Target: Entity>(_ index: Int) -> Stored<Target?> {
    Stored(
      backing: StoredBacking(
        dependency: { self.signal(index) },
        read: { self.read(index) },
        write: { self.write(index, $0) }
      )
    )
  }

  func set(_ index: Int, _ initial: InitialValue) {
    if setDetached(index, initial) { return }
    guard let table else { return }
    switch initial.content {
    case .value(let value): table.set(index, of: self, to: value)
    case .reference(let entity): table.set(index, of: self, to: entity._$key.first)
    case .refused(let error): table.refuse(error)
    }
  }

  private func reference<Target: Entity>(_ index: Int) -> Target? {
    let key = value(index)
    guard let table else { return detachedReference(index) as? Target }
    guard !key.isNull else { return nil }
    return table.graph.find(Target.self, .value(key))
  }

  /// A reference that cannot be nil points to a row that is not there: possible where foreign keys
  /// were not enforced. An entity that says it is deleted stands for it, with placeholders for
  /// values.
  private func missing<Target: Entity>(_ key: SQLiteValue) -> Target {
    let raw =
      Target.TypedIdentifierRawValue(rowKey: .value(key))
      ?? Target.TypedIdentifierRawValue.placeholder
    let entity = Target(EntityRow(typedID: Target.TypedID(raw)))
    if let table { entity._$entity.markMissing(in: table, .value(key)) }
    return entity
  }
}
