import StateGraphCore
import StateGraphLive
import StateGraphSQLite
import StateGraphThreads

/// The steps from one state of a live query to a later one.
///
/// Take out the removals and what moves, then put in the insertions and what moved, by ascending
/// offset. Entities that are where they were are in none of the steps, whatever of them has
/// changed: their properties are nodes of their own.
public struct LiveDifference<Element: Entity>: Sendable {
  /// An entity that has come.
  public struct Insertion: Sendable {
    /// Its offset in the new collection.
    public let offset: Int
    /// The entity.
    public let element: Element
  }

  /// An entity that has passed others.
  public struct Move: Sendable {
    /// Its offset in the old collection.
    public let from: Int
    /// Its offset in the new one.
    public let to: Int
    /// The entity.
    public let element: Element
  }

  /// Offsets in the old collection, the last first.
  public let removals: [Int]
  /// By offset.
  public let insertions: [Insertion]
  /// By new offset.
  public let moves: [Move]
  /// Offsets in the new collection of entities with another value in a column that the query is
  /// ordered by, and in the same order among the others.
  public let updates: [Int]

  /// Whether both have the same entities in the same order.
  public var isEmpty: Bool { removals.isEmpty && insertions.isEmpty && moves.isEmpty }

  init(_ steps: RowSteps<RowObject>) {
    // SAFETY: the rows are those of a query for this type.
    let entity = { (row: LiveRow) in unsafeDowncast(row.element, to: Element.self) }
    removals = steps.removals
    insertions = steps.insertions.map { Insertion(offset: $0.offset, element: entity($0.row)) }
    moves = steps.moves.map { Move(from: $0.from, to: $0.to, element: entity($0.row)) }
    updates = steps.updates.map(\.offset)
  }

  /// Of results that share nothing, by identity.
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
  /// How the entities of `old` became these. Costs what has changed, not what there is: memory that
  /// both share is not looked at. Nil where more than half has changed, or the query can only be
  /// read again and has many rows: take the collection as it is.
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
  /// Calls `handler` with the entities now, and after every commit that brings, takes or moves one
  /// with the steps from those of the call before. Commits in between are put together.
  ///
  /// The difference is nil at the first call, and where the collection should be taken as it is.
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
