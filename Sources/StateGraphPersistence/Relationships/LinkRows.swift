import StateGraphLive
import StateGraphSQLite

/// Loads the rows of the link table for one owner.
///
/// A link contains the keys of the owner and of a child. Each read of the relationship finds the
/// children by these keys.
struct LinkRows: RelationshipLoader {
  let graph: DatabaseGraph
  let owner: SQLiteValue
  /// Returns the link table. It is called for each read, because the file's schema may have
  /// changed.
  let link: @Sendable () throws -> LinkTable
  let watched: @Sendable () throws -> WatchedTable
  /// Returns the entity with a key.
  let target: @Sendable (RowKey) throws -> RowObject?

  func plan() throws -> MaintenancePlan? { try link().plan(of: owner) }

  func rows(_ plan: MaintenancePlan?, after image: RowImage?, count: Int?) throws -> LoadedResult {
    let link = try link()
    let images = try graph.database().withReader { try link.images(of: [owner], on: $0) }
    return LoadedResult(rows: images.map(\.linkRow))
  }

  func payload(of image: RowImage, since generation: UInt64) -> RowObject? { LinkObject.shared }

  /// The number of commits that have changed the rows. Always 0, because a link has no entity
  /// object that a commit could replace.
  var generation: UInt64 { 0 }

  func watchedTable() throws -> WatchedTable { try watched() }

  func uncommittedPayload(of image: RowImage) -> RowObject? { LinkObject.shared }

  func uncommittedTarget(of image: RowImage) throws -> RowObject? {
    try target(RowKey(image[LinkTable.childPlace]))
  }
}

/// The element of every link in a stored result.
///
/// A stored result needs an object for each row. Links have no entity object, so they share this
/// object.
private final class LinkObject: Sendable {
  static let shared = LinkObject()
}

extension RowImage {
  /// This row image of a link, as an element of a relationship's stored result.
  var linkRow: LiveRow { .init(image: self, element: LinkObject.shared) }
}
