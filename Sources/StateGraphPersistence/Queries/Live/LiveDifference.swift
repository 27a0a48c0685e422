import StateGraphCore
import StateGraphLive
import StateGraphSQLite
import StateGraphThreads

/// The steps that turn an earlier state of a live query into a later state.
///
/// To apply them, remove the entities at the offsets of `removals` and at the old offsets of
/// `moves`. Then insert the entities of `insertions` and `moves` by ascending new offset. Entities
/// that keep their position are in no step, even if their properties have changed, because each
/// property is a node of its own.
/// step, even if their properties have changed: properties are nodes of their own.
public struct LiveDifference<Element: Entity>: Sendable {
  /// An entity that was added.
  public struct Insertion: Sendable {
    /// The entity's offset in the new collection.
    public let offset: Int
    /// The added entity.
    public let element: Element
  }

  /// An entity that has moved.
  public struct Move: Sendable {
    /// The entity's offset in the old collection.
    public let from: Int
    /// The entity's offset in the new collection.
    public let to: Int
    /// The moved entity.
    public let element: Element
  }

  /// The offsets of the removed entities in the old collection, in descending order.
  public let removals: [Int]
  /// The added entities, in ascending order of their offsets.
  public let insertions: [Insertion]
  /// The moved entities, in ascending order of their new offsets.
  public let moves: [Move]
  /// The offsets, in the new collection, of entities that have kept their position although a value
  /// by which the query orders has changed.
  public let updates: [Int]

  /// Whether both collections have the same entities in the same order.
  public var isEmpty: Bool { removals.isEmpty && insertions.isEmpty && moves.isEmpty }

  init(_ steps: RowSteps<RowObject>) {
    // SAFETY: the rows belong to a query for this type.
    let entity = { (row: LiveRow) in unsafeDowncast(row.element, to: Element.self) }
    removals = steps.removals
    insertions = steps.insertions.map { Insertion(offset: $0.offset, element: entity($0.row)) }
    moves = steps.moves.map { Move(from: $0.from, to: $0.to, element: entity($0.row)) }
    updates = steps.updates.map(\.offset)
  }

  /// Compares two arrays that share no memory, by the identity of the entities.
  init(from old: [Element], to new: [Element]) {
    let changes = new.map { ObjectIdentifier($0) }
      .difference(from: old.map { ObjectIdentifier($0) }).inferringMoves()
    removals = changes.removals.reversed().compactMap { change in
      guard case .remove(let offset, _, nil) = change else { return nil }
      return offset
    }
    insertions = changes.insertions.compactMap { change in
      guard case .insert(let offset, _, nil) = change else { return nil }
      return Insertion(offset: offset, element: new[offset])
    }
    moves = changes.insertions.compactMap { change in
      guard case .insert(let offset, _, let origin?) = change else { return nil }
      return Move(from: origin, to: offset, element: new[offset])
    }
    updates = []
  }
}

extension LiveCollection {
  /// Returns the steps that turn the entities of `old` into the entities of this collection. The
  /// cost depends on the number of changes and not on the number of entities, because memory that
  /// both collections share is skipped. Returns nil if more than half of the entities have changed,
  /// or if the result is not maintained and has many rows. Then use this collection as a whole.
  public func difference(from old: LiveCollection) -> LiveDifference<Element>? {
    switch (old.rows, rows) {
    case (.kept(let old), .kept(let new)):
      guard case .steps(let steps) = RowDifference(from: old, to: new) else { return nil }
      return LiveDifference(steps)
    default:
      guard old.count + count <= 1_000 else { return nil }
      return LiveDifference(from: Array(old), to: Array(self))
    }
  }
}

extension Query {
  /// Calls `handler` with the entities now, and after every commit that adds, removes or moves an
  /// entity. It also passes the steps that lead from the entities of the previous call to these.
  /// One call may cover several commits.
  ///
  /// The difference is nil in the first call, and if the new collection should be used as a whole.
  public func onDifference(
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ handler: @escaping @Sendable (LiveCollection<Element>, LiveDifference<Element>?) -> Void
  ) {
    live.onDifference(fileID, line, handler)
  }
}

extension Computed {
  func onDifference<Element: Entity>(
    _ fileID: StaticString,
    _ line: UInt,
    _ handler: @escaping @Sendable (LiveCollection<Element>, LiveDifference<Element>?) -> Void
  ) where Value == LiveCollection<Element> {
    let last = Guarded<LiveCollection<Element>?>(nil)
    onChange(fileID: fileID, line: line) { new in
      let old = last.withLock { last in
        defer { last = new }
        return last
      }
      handler(new, old.flatMap(new.difference(from:)))
    }
  }
}
