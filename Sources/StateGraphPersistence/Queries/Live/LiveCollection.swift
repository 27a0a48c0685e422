import StateGraphLive
import StateGraphSQLite

/// The entities of a live query as of one commit, in the order of the query.
///
/// A collection never changes. After a commit that changes the result, the live node returns a new
/// collection. Copies of a collection share memory. Collections of consecutive commits share the
/// memory of unchanged rows.
public struct LiveCollection<Element: Entity>: RandomAccessCollection, Sendable {
  let rows: LiveResult

  init(_ rows: LiveResult) { self.rows = rows }

  init(_ entities: [Element] = []) {
    rows = .read(entities.map { $0.row })
  }

  /// The offset of the first entity, which is always 0.
  public var startIndex: Int { 0 }
  /// The offset just after the last entity, which equals the number of entities.
  public var endIndex: Int { rows.count }

  /// Returns the entity at an offset, which must be at least 0 and less than ``endIndex``.
  public subscript(position: Int) -> Element {
    // SAFETY: the rows belong to a query for this type.
    unsafeDowncast(rows[position].element, to: Element.self)
  }

  /// Returns whether both collections contain the same entity objects in the same order.
  ///
  /// Does not compare the properties of the entities.
  func isSame(as other: LiveCollection) -> Bool {
    switch (rows, other.rows) {
    case (.kept(let mine), .kept(let theirs)): mine.isSame(as: theirs) { $0 === $1 }
    default: count == other.count && zip(self, other).allSatisfy { $0 === $1 }
    }
  }
}

extension LiveCollection: Equatable {
  /// Returns whether both collections contain the same entity objects in the same order.
  ///
  /// Does not compare the properties of the entities.
  public static func == (left: LiveCollection, right: LiveCollection) -> Bool {
    left.isSame(as: right)
  }
}

extension LiveCollection: CustomStringConvertible {
  /// The descriptions of the entities in order, formatted like an array.
  public var description: String { Array(self).description }
}

extension LiveCollection {
  /// Returns the offset of an entity object, or nil if it is not in this collection.
  ///
  /// The cost depends on the number of entities. It is lower than the cost of `firstIndex`, because
  /// the method does not search for the memory of each row.
  package func offset(of element: Element) -> Int? {
    let rows: any Sequence<LiveRow> =
      switch self.rows {
      case .kept(let rows): rows
      case .read(let rows): rows
      }
    return Self.offset(of: element, in: rows)
  }

  private static func offset(of element: Element, in rows: some Sequence<LiveRow>) -> Int? {
    var offset = 0
    for row in rows {
      if row.element === element { return offset }
      offset += 1
    }
    return nil
  }
}
