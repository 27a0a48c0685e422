public import StateGraphCore
import StateGraphNormalization
import StateGraphSQLite

// Related entities of many at once: without it, reading the authors of 1,000 posts is up to 1,000
// SELECTs.

/// A relationship to load together with the entities that have it.
public struct Inclusion<Element: Entity>: Sendable {
  /// Loads it for all of them. What is returned keeps what was loaded alive.
  let load: @Sendable ([Element]) throws -> [AnyObject]

  /// The entities that a property refers to: `.one(\.author)`.
  public static func one<Target: Entity>(
    _ path: any KeyPath<Element, Target> & Sendable
  ) -> Inclusion { reference(path, to: Target.self) }

  /// The entities that a property refers to, where it is not nil.
  public static func one<Target: Entity>(
    _ path: any KeyPath<Element, Target?> & Sendable
  ) -> Inclusion { reference(path, to: Target.self) }

  /// The entities of a to-many relationship, by its node: `.many(\.$comments)`.
  public static func many<Child: Entity>(
    _ path: any KeyPath<Element, Computed<[Child]>> & Sendable
  ) -> Inclusion {
    Inclusion { entities in
      let nodes = entities.map { ($0, $0[keyPath: path]) }
      guard let (first, node) = nodes.first,
        let relationship = first._$entity.relationship(of: node) as? any Prefetchable
      else { return [] }
      return try relationship.prefetch(nodes.map { $0.0._$entity }, nodes.map { $0.1 })
    }
  }

  private static func reference<Target: Entity>(
    _ path: any AnyKeyPath & Sendable,
    to target: Target.Type
  ) -> Inclusion {
    Inclusion { entities in
      guard let index = Element._$definition.columnIndex(of: path),
        let graph = entities.lazy.compactMap({ $0._$entity.table?.graph }).first
      else { return [] }
      let keys = withoutGraphTracking { Set(entities.map { $0._$entity.value(index) }) }
      let table = try graph.table(for: Target.self)
      let found = try table.entities(keys.filter { !$0.isNull }.map { RowKey($0) })
      table.recent.remember(Array(found.values), growing: true)
      return Array(found.values)
    }
  }
}

extension Sequence where Element: Entity {
  /// Loads relationships of all these entities by one or two SELECTs each. The next read of them
  /// runs none.
  ///
  /// - Throws: `DatabaseError`. Nothing is lost by that: reads load what they need.
  public func prefetch(_ inclusions: Inclusion<Element>...) throws {
    let entities = Array(self)
    for inclusion in inclusions { _ = try inclusion.load(entities) }
  }
}

/// A relationship that can be loaded for many owners.
protocol Prefetchable: AnyObject {
  var anyNode: AnyObject { get }
  func prefetch(_ states: [EntityState], _ nodes: [AnyObject]) throws -> [AnyObject]
}

extension ToMany: Prefetchable {
  var anyNode: AnyObject { node }

  /// Has the rows of all owners follow the commits, reads them together, and computes the nodes
  /// from that.
  func prefetch(_ states: [EntityState], _ nodes: [AnyObject]) throws -> [AnyObject] {
    guard !UncommittedValues.areVisible else { return [] }
    var slots: [(node: Computed<[Source.Child]>, owner: SQLiteValue, rows: RowsSlot)] = []
    var graph: DatabaseGraph?
    for (state, node) in zip(states, nodes) {
      guard let owner = state.attachment, let relationship = state.relationship(of: node) as? ToMany
      else { continue }
      graph = owner.table.graph
      slots.append((relationship.node, owner.key.first, try relationship.slot.rows(of: owner)))
    }
    guard let graph else { return [] }
    let versions = slots.map(\.rows.version)
    return try withoutGraphTracking {
      let rows = try slot.source.rows(of: Array(Set(slots.map(\.owner))), in: graph)
      let children = try slot.source.children(
        of: .read(rows.values.flatMap { $0 }),
        in: graph
      )
      for (slot, version) in zip(slots, versions) {
        if let known = rows[slot.owner] { try slot.rows.provide(known, readAt: version) }
        _ = slot.node.wrappedValue
      }
      return children
    }
  }
}

extension EntityState {
  /// The relationship that a node is of.
  func relationship(of node: AnyObject) -> AnyObject? {
    lock.withLock {
      extras?.relationships.values.first { ($0 as? any Prefetchable)?.anyNode === node }
    }
  }
}
