import StateGraphLive
import StateGraphSQLite

/// The links of one owner, as a slot follows them. What they lead to is looked up at each read.
struct LinkRows: RowsSource {
  let graph: DatabaseGraph
  let owner: SQLiteValue
  /// Looks for the columns again at each read: the file's may have changed.
  let link: @Sendable () throws -> LinkTable

  func plan() throws -> RowsPlan? { try link().plan(of: owner) }

  func rows(_ plan: RowsPlan?, after image: RowImage?, count: Int?) throws -> LoadedRows {
    let link = try link()
    let images = try graph.database().withReader { try link.images(of: [owner], on: $0) }
    return LoadedRows(rows: images.map(\.linkRow))
  }

  func payload(of image: RowImage, since generation: UInt64) -> RowObject? { LinkObject.shared }

  /// Nothing stands for a row but what it holds itself.
  var generation: UInt64 { 0 }
}

/// Stands for every link: a link is its row.
private final class LinkObject: Sendable {
  static let shared = LinkObject()
}

extension RowImage {
  /// The link of this image as a row that a slot keeps.
  var linkRow: LiveRow { .init(image: self, element: LinkObject.shared) }
}
