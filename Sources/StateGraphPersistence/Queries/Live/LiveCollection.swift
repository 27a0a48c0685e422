import StateGraphLive
import StateGraphSQLite

/// The entities of a live query at one commit, in order.
///
/// A value that costs nothing to copy or to hand on, whatever its size: two of them share what a
/// commit left as it was. It never changes; the node has the next one.
public struct LiveCollection<Element: Entity>: RandomAccessCollection, Sendable {
  let rows: SlotRows

  init(_ rows: SlotRows) { self.rows = rows }

  init(_ entities: [Element] = []) {
    rows = .read(entities.map { $0.row })
  }

  /// 0.
  public var startIndex: Int { 0 }
  /// The number of entities.
  public var endIndex: Int { rows.count }

  /// The entity at an offset.
  public subscript(position: Int) -> Element {
    // SAFETY: the rows are those of a query for this type.
    unsafeDowncast(rows[position].element, to: Element.self)
  }

  /// Whether both have the same entities in the same order.
  func isSame(as other: LiveCollection) -> Bool {
    switch (rows, other.rows) {
    case (.kept(let mine), .kept(let theirs)): mine.isSame(as: theirs) { $0 === $1 }
    default: count == other.count && zip(self, other).allSatisfy { $0 === $1 }
    }
  }
}

extension LiveCollection: Equatable {
  /// The same entities, which are told by identity, in the same order.
  public static func == (left: LiveCollection, right: LiveCollection) -> Bool {
    left.isSame(as: right)
  }
}

extension LiveCollection: CustomStringConvertible {
  /// The entities, as an array describes them.
  public var description: String { Array(self).description }
}
