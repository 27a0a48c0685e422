/// Reads the live rows of a query for a list, which may choose the thread of each read.
package struct LiveReading<Element: Entity>: Sendable {
  private let query: Query<Element>
  private let node = LiveNode<Element>()

  init(of query: Query<Element>) { self.query = query }

  /// The current rows. An evaluation that reads them depends on them.
  ///
  /// Unlike a node, a reading is not repeated if a commit happens meanwhile. The evaluation that
  /// depends on the rows runs again afterwards. If reading fails, the error is logged and there are
  /// no rows.
  package var rows: LiveCollection<Element> {
    node.entities(of: query, readingAtMost: .max) ?? LiveCollection()
  }

  /// As ``rows``, or nil if it could take long, because many rows must be loaded or moved. An
  /// evaluation that reads this property depends on the rows in both cases.
  package var rowsAtOnce: LiveCollection<Element>? {
    node.entities(of: query, readingAtMost: Self.countAtOnce)
  }

  /// A frame of a window takes 16 milliseconds. A changed row of another process can need a SELECT
  /// of its own, which takes some tens of microseconds.
  private static var countAtOnce: Int { 200 }
}

extension LiveNode {
  /// Returns the rows, or nil if more than `limit` rows could have to be loaded from the file, or
  /// changed in memory. The rows are kept and followed also if no evaluation reads them.
  fileprivate func entities(
    of query: Query<Element>,
    readingAtMost limit: Int
  ) -> LiveCollection<Element>? {
    // The rows of a write that is not committed, or of a snapshot, are not kept.
    guard case .table(let table) = query.source, !UncommittedValues.areVisible else {
      return entities(of: query)
    }
    guard !table.comparesDeletedEntity(query.shape) else { return LiveCollection() }
    return table.reporting(LiveCollection()) {
      let shared = try knownSlot(table, shape: query.shape)
      shared.depend()
      return try shared.slot.rows(readingAtMost: limit).map { LiveCollection($0) }
    }
  }
}
