/// Brings the rowids of a query up to date from the first rows of its new result.
///
/// The caller passes the rowids of the new result in their order, until this value knows the rest:
/// when it has seen every changed row that still exists, the rows after it are the earlier ones
/// without the changed ones.
package struct RowIDMerge {
  /// What commits have done with a row since the earlier rows were read.
  package struct Change: Sendable {
    /// Whether the row may be among the earlier rows.
    package var existed: Bool
    /// Whether the row may be among the new rows.
    package var exists: Bool

    package init(existed: Bool, exists: Bool) { (self.existed, self.exists) = (existed, exists) }
  }

  /// The earlier rows, or nil if there are none, so that all rows must be read.
  private let old: RowIDs?
  private let changed: [Int64: Change]
  /// The changed rows that were not taken yet.
  private var missing: Set<Int64>
  /// The rows that were taken, apart from those of `run`.
  private var read = RowIDAppender()
  /// The positions of earlier rows that were taken last, one after the other. The new result shares
  /// their chunks.
  private var run = 0..<0
  private var takenCount = 0
  /// How many of the taken rows have changed.
  private var changedCount = 0

  /// Creates a value that needs all rows.
  package init() { (old, changed, missing) = (nil, [:], []) }

  package init(_ old: RowIDs, changed: [Int64: Change]) {
    (self.old, self.changed) = (old, changed)
    missing = Set(changed.lazy.filter(\.value.exists).map(\.key))
  }

  /// The result if no row has to be read, because rows were only removed. Otherwise nil.
  package var resultWithoutReading: RowIDs? {
    guard missing.isEmpty, let old else { return nil }
    var rows = RowIDAppender()
    append(old, from: 0, to: &rows)
    return rows.rowIDs
  }

  /// Takes the next row of the new result. Returns the whole result as soon as it is known.
  package mutating func take(_ id: Int64) -> RowIDs? {
    takenCount += 1
    guard changed[id] == nil else {
      endRun()
      read.append(id)
      changedCount += 1
      missing.remove(id)
      return nil
    }
    guard let old, extendRun(old, by: id) else {
      read.append(id)
      return nil
    }
    guard missing.isEmpty else { return nil }
    let next = run.upperBound
    endRun()
    append(old, from: next, to: &read)
    return read.rowIDs
  }

  /// The result after the last row was taken.
  package var completeResult: RowIDs {
    var copy = self
    copy.endRun()
    return copy.read.rowIDs
  }

  /// Adds an unchanged row to the run, or begins a new run with it. Returns false if the row is not
  /// among the earlier rows near its place. There is then no run.
  private mutating func extendRun(_ old: RowIDs, by id: Int64) -> Bool {
    let next = run.upperBound
    if !run.isEmpty, next < old.count, old[next] == id {
      run = run.lowerBound..<(next + 1)
      return true
    }
    endRun()
    guard let place = place(of: id, in: old) else { return false }
    run = place..<(place + 1)
    return true
  }

  private mutating func endRun() {
    guard let old, !run.isEmpty else { return }
    var (number, first) = old.place(of: run.lowerBound)
    while number < old.chunks.count, old.start(ofChunk: number) < run.upperBound {
      let chunk = old.chunks[number]
      let end = min(chunk.count, run.upperBound - old.start(ofChunk: number))
      if first == 0, end == chunk.count {
        read.append(chunk)
      } else {
        read.append(chunk.ids[first..<end])
      }
      (number, first) = (number + 1, 0)
    }
    run = 0..<0
  }

  /// Returns where an unchanged row is among the earlier rows. Changed rows alone can be before it
  /// besides the unchanged rows that were taken. The result is nil if it is not there, because a
  /// later commit has changed it.
  private func place(of id: Int64, in old: RowIDs) -> Int? {
    let unchangedBefore = takenCount - 1 - changedCount
    let end = min(old.count, unchangedBefore + changed.count + 1)
    guard unchangedBefore < end else { return nil }
    return old[unchangedBefore..<end].firstIndex(of: id)
  }

  /// Appends the earlier rows that have not changed, from a position on. Shares the chunks without
  /// a changed row.
  private func append(_ old: RowIDs, from start: Int, to rows: inout RowIDAppender) {
    var removed = changed.filter(\.value.existed).map(\.key)
    var (number, first) = old.place(of: start)
    while number < old.chunks.count {
      let chunk = old.chunks[number]
      var places: [Int] = []
      removed.removeAll { id in
        guard let place = chunk.index(of: id, from: first) else { return false }
        places.append(place)
        return true
      }
      if places.isEmpty, first == 0 {
        rows.append(chunk)
      } else {
        for place in places.sorted() {
          rows.append(chunk.ids[first..<place])
          first = place + 1
        }
        rows.append(chunk.ids[first...])
      }
      (number, first) = (number + 1, 0)
    }
  }
}
