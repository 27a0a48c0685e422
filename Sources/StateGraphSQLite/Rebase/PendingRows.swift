/// The rows of the local transactions that the server has not decided.
///
/// The replicator keeps this list in memory, because it looks up each row that the server changes.
struct PendingRows: Sendable {
  /// The transactions, oldest first. Those before ``decidedCount`` are decided.
  private var footprints: [PendingFootprint] = []
  /// The number of decided transactions that are still in the array. They are removed together,
  /// because each removal from the front of an array moves all others.
  private var decidedCount = 0
  private var rowCounts: [RowAddress: Int] = [:]
  private var concernCounts: [RuleConcern: Int] = [:]

  var isEmpty: Bool { decidedCount == footprints.count }

  /// The sequence number of the newest transaction, or nil if there is none.
  var newest: Int64? { footprints.last?.sequence }

  mutating func append(_ footprint: PendingFootprint) {
    footprints.append(footprint)
    for row in footprint.rows { rowCounts[row, default: 0] += 1 }
    for concern in footprint.concerns { concernCounts[concern, default: 0] += 1 }
  }

  /// Removes the decided transactions, and returns their rows, by their numbers.
  ///
  /// - Parameters:
  ///   - sequence: The number of the last decided transaction.
  mutating func remove(through sequence: Int64) -> [Int64: [RowAddress]] {
    var rows: [Int64: [RowAddress]] = [:]
    while decidedCount < footprints.count, footprints[decidedCount].sequence <= sequence {
      let footprint = footprints[decidedCount]
      for row in footprint.rows { PendingRows.decrement(&rowCounts, key: row) }
      for concern in footprint.concerns { PendingRows.decrement(&concernCounts, key: concern) }
      rows[footprint.sequence] = footprint.rows
      decidedCount += 1
    }
    if decidedCount * 2 > footprints.count {
      footprints.removeFirst(decidedCount)
      decidedCount = 0
    }
    return rows
  }

  private static func decrement<Key>(_ counts: inout [Key: Int], key: Key) {
    guard let count = counts[key] else { return }
    counts[key] = count > 1 ? count - 1 : nil
  }

  func contains(_ row: RowAddress) -> Bool { rowCounts[row] != nil }

  func concerns(_ rule: RuleConcern) -> Bool { concernCounts[rule] != nil }
}
