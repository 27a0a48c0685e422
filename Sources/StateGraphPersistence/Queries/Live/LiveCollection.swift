import StateGraphLive
import StateGraphSQLite

/// The entities of a live query at one commit, in order.
///
/// An immutable value. Copies share memory, and so do the collections of successive commits. After
/// a commit that changes the result, the live node returns a new collection.
public struct LiveCollection<Element: Entity>: RandomAccessCollection, Sendable {
  let rows: LiveResult

  init(_ rows: LiveResult) { self.rows = rows }

  init(_ entities: [Element] = []) {
    rows = .read(entities.map { $0.row })
  }

  /// The offset of the first entity, which is 0.
  public var startIndex: Int { 0 }
  /// The number of entities.
  public var endIndex: Int { rows.count }

  /// The entity at an offset.
  public subscript(position: Int) -> Element {
    // SAFETY: the rows belong to a query for this type.
    unsafeDowncast(rows[position].element, to: Element.self)
  }

  /// Returns whether both collections have the same instances in the same order.
  func isSame(as other: LiveCollection) -> Bool {
    switch (rows, other.rows) {
    case (.kept(let mine), .kept(let theirs)): mine.isSame(as: theirs) { $0 === $1 }
    default: count == other.count && zip(self, other).allSatisfy { $0 === $1 }
    }
  }
}

extension LiveCollection: Equatable {
  /// Returns whether both collections have the same instances in the same order.
  public static func == (left: LiveCollection, right: LiveCollection) -> Bool {
    left.isSame(as: right)
  }
}

extension LiveCollection: CustomStringConvertible {
  /// The description of an array of the entities.
  public var description: String { Array(self).description }
}
