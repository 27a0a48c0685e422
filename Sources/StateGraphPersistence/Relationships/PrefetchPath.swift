public import StateGraphCore
import StateGraphNormalization
import StateGraphSQLite

/// A relationship to load for many entities at once. Pass it to `prefetch`.
///
/// Without `prefetch`, reading the authors of 1,000 posts runs up to 1,000 SELECTs.
public struct PrefetchPath<Element: Entity>: Sendable {
  /// Loads the relationship for all of the given entities, and returns the loaded entities.
  ///
  /// The caller retains the result for as long as the entities must stay in memory.
  let load: @Sendable ([Element]) throws -> [AnyObject]

  /// Loads the entities to which a property refers, for example `.one(\.author)`.
  public static func one<Target: Entity>(
    _ path: any KeyPath<Element, Target> & Sendable
  ) -> PrefetchPath { reference(path, to: Target.self) }

  /// Loads the entities to which an optional property refers. Entities whose property is nil are
  /// skipped.
  public static func one<Target: Entity>(
    _ path: any KeyPath<Element, Target?> & Sendable
  ) -> PrefetchPath { reference(path, to: Target.self) }

  /// Loads the entities of a to-many relationship, for example `.many(\.$comments)`.
  ///
  /// The key path is the path of the relationship's graph node, which begins with `$`.
  public static func many<Child: Entity>(
    _ path: any KeyPath<Element, Computed<[Child]>> & Sendable
  ) -> PrefetchPath {
    PrefetchPath { entities in
      // `books.map(\.author)` contains an author once for each book.
      var known: Set<ObjectIdentifier> = []
      let owners = entities.filter { known.insert(ObjectIdentifier($0)).inserted }
      let nodes = owners.map { ($0, $0[keyPath: path]) }
      guard let (first, node) = nodes.first,
        let relationship = first._$entity.relationship(of: node) as? any Prefetchable
      else { return [] }
      return try relationship.prefetch(nodes.map { $0.0._$entity }, nodes: nodes.map { $0.1 })
    }
  }

  private static func reference<Target: Entity>(
    _ path: any AnyKeyPath & Sendable,
    to target: Target.Type
  ) -> PrefetchPath {
    PrefetchPath { entities in
      guard let graph = entities.lazy.compactMap({ $0._$entity.table?.graph }).first else {
        return []
      }
      for entity in entities { try graph.requireOwn(entity._$entity) }
      let table = try graph.table(for: Target.self)
      let found = try table.entities(referencedKeys(of: entities, path))
      table.recent.remember(Array(found.values), growing: true)
      return Array(found.values)
    }
  }

  /// Returns the keys that the entities store for the property at `path`, which is a reference.
  private static func referencedKeys(
    of entities: [Element],
    _ path: any AnyKeyPath & Sendable
  ) -> [RowKey] {
    let definition = Element._$definition
    return withoutGraphTracking {
      if let index = definition.columnIndex(of: path) {
        // The sequence is lazy, so that equal keys are never in memory together.
        let keys = Set(entities.lazy.map { $0._$entity.value(index) })
        return keys.filter { !$0.isNull }.map { RowKey($0) }
      }
      guard let reference = definition.referenceColumns.reference(of: path) else { return [] }
      return Array(
        Set(entities.lazy.compactMap { ReferenceKey($0._$entity, index: reference).value })
      )
    }
  }
}

extension Sequence where Element: Entity {
  /// Loads relationships of all these entities, with one or two SELECTs for each relationship.
  ///
  /// The next read of a loaded relationship runs no SQL.
  ///
  /// - Throws: `DatabaseError` if a SELECT fails. The relationships can still be read, but each
  ///   read then runs its own SELECT. The error is `.misuse` if the entities belong to several
  ///   databases.
  public func prefetch(_ paths: PrefetchPath<Element>...) throws {
    let entities = Array(self)
    for path in paths { _ = try path.load(entities) }
  }
}

/// A relationship that can be loaded for many owners at once.
protocol Prefetchable: AnyObject {
  var anyNode: AnyObject { get }
  func prefetch(_ states: [EntityState], nodes: [AnyObject]) throws -> [AnyObject]
}

extension ToMany: Prefetchable {
  var anyNode: AnyObject { node }

  /// Loads the relationship for all of these owners, and returns the related entities.
  ///
  /// The function first registers the result of each owner, so that later commits update it. One
  /// SELECT then loads the rows of all owners, and the nodes are evaluated from these rows.
  func prefetch(_ states: [EntityState], nodes: [AnyObject]) throws -> [AnyObject] {
    guard !UncommittedValues.areVisible else { return [] }
    var slots: [(node: Computed<[Source.Child]>, owner: RowKey, rows: ResultSlot)] = []
    var graph: DatabaseGraph?
    for (state, node) in zip(states, nodes) {
      guard let owner = state.attachment, let relationship = state.relationship(of: node) as? ToMany
      else { continue }
      try graph?.requireOwn(state)
      graph = owner.table.graph
      slots.append((relationship.node, owner.key, try relationship.slot.rows(of: owner)))
    }
    guard let graph else { return [] }
    let versions = slots.map(\.rows.version)
    let table = try graph.table(for: Source.Child.self)
    return try withoutGraphTracking {
      let refusalCount = table.refusalCount
      let rows = try slot.source.rows(of: Array(Set(slots.map(\.owner))), in: graph)
      let children = try slot.source.children(
        of: .read(rows.values.flatMap { $0 }),
        in: graph
      )
      // If a row without an entity was read, the common rows are incomplete. Each result then runs
      // its own SELECT.
      let isComplete = table.refusalCount == refusalCount
      for (slot, version) in zip(slots, versions) {
        if isComplete, let known = rows[slot.owner] {
          try slot.rows.provide(known, readAt: version)
        }
        _ = slot.node.wrappedValue
      }
      return children
    }
  }
}

extension EntityState {
  /// Returns the relationship of this entity to which a computed node belongs. Returns nil for any
  /// other node.
  func relationship(of node: AnyObject) -> AnyObject? {
    lock.withLock {
      extras?.relationships.values.first { ($0 as? any Prefetchable)?.anyNode === node }
    }
  }
}
