public import StateGraphCore
import StateGraphSQLite

/// Reads and writes the references of one entity to entities with keys of several columns.
///
/// The accessors that `@GraphStored` generates call these methods. The argument `index` counts the
/// references of the entity type in the order of their declaration.
@_documentation(visibility: internal)
public struct ReferenceAccess {
  private let state: EntityState

  /// Creates an object that reads and writes the references of the entity with this state.
  public init(_ state: EntityState) { self.state = state }

  /// Returns the entity to which the reference leads.
  ///
  /// If the row of the entity is missing, returns a substitute that is marked as deleted.
  public func read<Target: Entity>(_ index: Int) -> Target {
    if let found: Target = entity(index) { return found }
    return state._$columns.missing(RowKey(ReferenceKey(state, index: index).values))
  }

  /// Returns the entity to which the reference leads.
  ///
  /// Returns nil if one of the columns is NULL, or if the row is missing.
  public func read<Target: Entity>(_ index: Int) -> Target? { entity(index) }

  /// Makes the reference lead to `target`.
  ///
  /// If the entity has a row in the file, one UPDATE sets all columns that belong to the reference.
  public func write<Target: Entity>(_ index: Int, _ target: Target) { set(index, to: target) }

  /// Makes the reference lead to `target`. Nil sets the columns that belong to the reference to
  /// NULL.
  public func write<Target: Entity>(_ index: Int, _ target: Target?) { set(index, to: target) }

  /// Returns the graph node of a property that refers to an entity with a composite key. Use the
  /// node to observe the property.
  public func node<Target: Entity>(_ index: Int) -> Stored<Target> {
    Stored(
      backing: StoredBacking(
        dependency: { columnsNode(index) },
        read: { read(index) },
        write: { write(index, $0) },
        beginChange: ChangeInPlace.begin(of: state)
      )
    )
  }

  /// Returns the graph node of an optional property that refers to an entity with a composite key.
  /// Use the node to observe the property.
  public func node<Target: Entity>(_ index: Int) -> Stored<Target?> {
    Stored(
      backing: StoredBacking(
        dependency: { columnsNode(index) },
        read: { read(index) },
        write: { write(index, $0) },
        beginChange: ChangeInPlace.begin(of: state)
      )
    )
  }

  /// Sets the references of a new entity, in the order of their declaration.
  ///
  /// The memberwise initialiser calls this method after it has set all other properties.
  public func initialize(_ references: [(any Entity)?]) {
    let definition = state.definition
    state.image = RowImage(
      Array(state.image) + definition.columns.filter(\.isPart).map { _ in .null }
    )
    for (index, target) in references.enumerated() {
      guard let target else { continue }
      state.makeExtras().references[definition.columns.count + index] = target
    }
  }
}

// MARK: - Observing

extension ReferenceAccess {
  /// Returns a node that changes when any column of the reference changes.
  ///
  /// Each column has a signal of its own, but an observer observes only one node. If one commit
  /// changes several columns, this node changes once.
  private func columnsNode(_ index: Int) -> GraphNode {
    Computed<Void>(areEqual: { _, _ in false }, name: "columns of a reference") { [state] _ in
      for column in ReferenceKey(state, index: index).columns { state.signal(column).depend() }
    }
  }
}

// MARK: - Reading

extension ReferenceAccess {
  private func entity<Target: Entity>(_ index: Int) -> Target? {
    let reference = ReferenceKey(state, index: index)
    let key = reference.value
    guard let table = state.table else { return reference.held as? Target }
    return key.flatMap { table.graph.find(Target.self, key: $0) }
  }
}

// MARK: - Writing

extension ReferenceAccess {
  private func set(_ index: Int, to target: (any Entity)?) {
    if setDetached(index, to: target) { return }
    state.table?.writer.setReference(index, of: state, to: target)
  }

  /// Sets the reference of an entity that has no row yet. Returns `false` if the entity has a row.
  private func setDetached(_ index: Int, to target: (any Entity)?) -> Bool {
    let definition = state.definition
    let reference = ReferenceKey(state, index: index)
    let (place, first) = (reference.heldPlace, definition.keyColumns.count)
    let own = definition.referenceColumns.columns[index].filter(\.isOwn).map(\.index)
    // Release the replaced entity after the lock, because its `deinit` is user code.
    var replaced: (any Entity)?
    let isDetached = state.lock.withLock {
      guard state.phase == .detached else { return false }
      let extras = state.makeExtras()
      replaced = extras.references[place]
      extras.references[place] = target
      // If an insertion of the row was rolled back, the image still contains the old key, which is
      // set to NULL.
      state.image = state.image.replacing(own.map { (index: first + $0, value: .null) })
      return true
    }
    guard isDetached else { return false }
    withExtendedLifetime(replaced) {}
    var epoch = GraphEpoch()
    state.touch(reference.columns, in: &epoch)
    epoch.publish()
    return true
  }
}
