import StateGraphLive
import StateGraphSQLite

/// The links of one owner, for a slot. Each read finds the children of the links.
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

/// The object of every link in a slot, because slots keep an object for each row.
private final class LinkObject: Sendable {
  static let shared = LinkObject()
}

extension RowImage {
  /// The link of this image as a row of a slot.
  var linkRow: LiveRow { .init(image: self, element: LinkObject.shared) }
}
