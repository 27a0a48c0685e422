import StateGraphSQLite

/// The links of one owner, as a slot follows them. What they lead to is looked up at each read.
struct LinkRows: RowsSource {
  let graph: DatabaseGraph
  let owner: SQLiteValue
  /// Looks for the columns again at each read: the file's may have changed.
  let link: @Sendable () throws -> LinkTable

  func plan() throws -> RowsPlan? { try link().plan(of: owner) }

  func rows(_ plan: RowsPlan?, after image: RowImage?, count: Int?) throws -> LoadedRows<Void> {
    let link = try link()
    let images = try graph.database().withReader { try link.images(of: [owner], on: $0) }
    return LoadedRows(rows: images.map { .init(image: $0, element: ()) })
  }

  func payload(of image: RowImage, since generation: UInt64) -> Void? { () }

  /// Nothing stands for a row but what it holds itself.
  var generation: UInt64 { 0 }
}
