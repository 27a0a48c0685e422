import StateGraphCore
import StateGraphLive
import StateGraphSQLite
import StateGraphThreads

/// The steps that change an earlier result of a live query to a later result.
///
/// To apply the steps to a list of the earlier entities:
/// 1. Remove the entities at the offsets of ``removals`` and at the old offsets of ``moves``. Begin
///   with the greatest offset.
/// 2. Insert the entities of ``insertions`` and ``moves``. Begin with the least new offset.
///
/// The steps do not contain an entity that keeps its position, even if its properties have changed.
/// To observe a property, observe its node.
public struct LiveDifference<Element: Entity>: Sendable {
  /// An entity that is in the later result and not in the earlier result.
  public struct Insertion: Sendable {
    /// The offset of the entity in the later result.
    public let offset: Int
    /// The entity that was added to the result.
    public let element: Element
  }

  /// An entity that is in both results, at a different position.
  public struct Move: Sendable {
    /// The offset of the entity in the earlier result.
    public let from: Int
    /// The offset of the entity in the later result.
    public let to: Int
    /// The entity that has moved.
    public let element: Element
  }

  /// The offsets of the removed entities in the earlier result, in descending order.
  public let removals: [Int]
  /// The entities that were added to the result, in ascending order of their offsets.
  public let insertions: [Insertion]
  /// The entities that have moved, in ascending order of their offsets in the later result.
  public let moves: [Move]
  /// The entities that kept their position although a value in the query's order has changed.
  ///
  /// Each entity is given by its offset in the later result.
  public let updates: [Int]

  /// Whether both results contain the same entities in the same order. ``updates`` may still
  /// contain offsets.
  public var isEmpty: Bool { removals.isEmpty && insertions.isEmpty && moves.isEmpty }

  init(_ steps: RowSteps<RowObject>) {
    // SAFETY: the rows belong to a query for this type.
    let entity = { (row: LiveRow) in unsafeDowncast(row.element, to: Element.self) }
    removals = steps.removals
    insertions = steps.insertions.map { Insertion(offset: $0.offset, element: entity($0.row)) }
    moves = steps.moves.map { Move(from: $0.from, to: $0.to, element: entity($0.row)) }
    updates = steps.updates.map(\.offset)
  }

  /// Compares two arrays by the identity of their entities. The cost depends on the lengths of the
  /// arrays, because every entity is compared.
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
  /// Returns the steps that change the entities of `old` to the entities of this collection.
  ///
  /// The cost depends on the number of changes, because memory that both collections share is
  /// skipped.
  ///
  /// Returns nil if more than half of the entities have changed. Also returns nil if commits do not
  /// update the result in memory and both collections together have more than 1,000 entities. In
  /// both cases, replace all entities of `old` with this collection.
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
  /// Calls `handler` with the current entities, and again after every commit that adds, removes or
  /// moves an entity.
  ///
  /// The handler also receives the steps from the previous entities to the current entities. One
  /// call may cover several commits.
  ///
  /// The steps are nil in the first call, and if ``LiveCollection/difference(from:)`` returns nil.
  /// In both cases, replace all previous entities with the new collection.
  public func onDifference(
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ handler: @escaping @Sendable (LiveCollection<Element>, LiveDifference<Element>?) -> Void
  ) {
    live.onDifference(fileID, line: line, handler: handler)
  }
}

extension Computed {
  func onDifference<Element: Entity>(
    _ fileID: StaticString,
    line: UInt,
    handler: @escaping @Sendable (LiveCollection<Element>, LiveDifference<Element>?) -> Void
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

extension LiveDifference: CustomStringConvertible {
  /// The changes on one line, such as
  /// `LiveDifference(removals: [2], insertions: [0: Author("ada", name: "Ada")])`.
  ///
  /// Kinds of changes that did not happen are left out.
  public var description: String {
    var parts: [String] = []
    if !removals.isEmpty { parts.append("removals: \(removals)") }
    if !insertions.isEmpty { parts.append("insertions: \(insertions)") }
    if !moves.isEmpty { parts.append("moves: \(moves)") }
    if !updates.isEmpty { parts.append("updates: \(updates)") }
    return "LiveDifference(\(parts.joined(separator: ", ")))"
  }
}

extension LiveDifference.Insertion: CustomStringConvertible {
  /// The offset and the entity, such as `0: Author("ada", name: "Ada")`.
  public var description: String { "\(offset): \(element.debugDescription)" }
}

extension LiveDifference.Move: CustomStringConvertible {
  /// The two offsets and the entity, such as `3 to 1: Author("ada", name: "Ada")`.
  public var description: String { "\(from) to \(to): \(element.debugDescription)" }
}
