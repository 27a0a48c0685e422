import StateGraphSQLite

/// The entities to which the links of one relationship lead, as the open write sees them.
///
/// A link contains only the key of its entity. If each read found all entities by their keys, the
/// cost of `book.tags.append(tag)` would be that of looking up all tags of the book.
struct UncommittedTargets {
  /// One entity for each link, in the order of the links.
  private(set) var entities: [AnyObject]
  /// The changes of the open write to the table of the entities.
  private let watched: WatchedTable
  /// A position in the log of these changes. No change before it affects one of the entities.
  private var mark: UncommittedMark

  init(_ entities: [AnyObject], in watched: WatchedTable, at mark: UncommittedMark) {
    self.entities = entities
    self.watched = watched
    self.mark = mark
  }

  /// Returns whether the links still lead to these entities.
  ///
  /// A new row is never the row of an entity that is already known. Every other change may delete
  /// the row of an entity, make it unreadable, or give it another object.
  mutating func areCurrent(in watched: WatchedTable) -> Bool {
    guard watched === self.watched, let steps = watched.log.changes(since: mark),
      steps.allSatisfy({ $0.old == nil })
    else { return false }
    if !steps.isEmpty { mark = watched.log.mark() }
    return true
  }

  mutating func insert(_ entity: AnyObject, at place: Int) { entities.insert(entity, at: place) }

  mutating func remove(at place: Int) -> AnyObject { entities.remove(at: place) }
}
