import StateGraphLive
import StateGraphSQLite

/// Loads the rows of the link table for one owner. The children are found from the links each time
/// the relationship is read.
struct LinkRows: ResultLoader {
  let graph: DatabaseGraph
  let owner: SQLiteValue
  /// Returns the link table. Called for each read, because the file's schema may have changed.
  let link: @Sendable () throws -> LinkTable

  func plan() throws -> MaintenancePlan? { try link().plan(of: owner) }

  func rows(_ plan: MaintenancePlan?, after image: RowImage?, count: Int?) throws -> LoadedResult {
    let link = try link()
    let images = try graph.database().withReader { try link.images(of: [owner], on: $0) }
    return LoadedResult(rows: images.map(\.linkRow))
  }

  func payload(of image: RowImage, since generation: UInt64) -> RowObject? { LinkObject.shared }

  /// Always 0: a link has no object that a commit could replace.
  var generation: UInt64 { 0 }
}

/// A placeholder shared by all links: a stored result needs an object for each row, and a link has
/// no entity.
private final class LinkObject: Sendable {
  static let shared = LinkObject()
}

extension RowImage {
  /// The link with this row image, as a row of a relationship's stored result.
  var linkRow: LiveRow { .init(image: self, element: LinkObject.shared) }
}
