/// Writes the rows of a window, with references to the rows that the client has.
struct WindowDifference {
  private let old: [ShownRow]
  private let new: [ShownRow]
  /// The indexes of the old rows by their keys. A row without a key has no index.
  private let indexes: [[UInt8]: Int]

  private static let noKey = Array("null".utf8)

  init(from old: [ShownRow], to new: [ShownRow]) {
    (self.old, self.new) = (old, new)
    let keyed = old.enumerated().filter { $1.key != WindowDifference.noKey }
    indexes = Dictionary(keyed.map { ($1.key, $0) }, uniquingKeysWith: { first, _ in first })
  }

  func write(to writer: inout JSONBuilder) {
    writer.array { writer in
      for (place, row) in new.enumerated() { write(row, at: place, to: &writer) }
    }
  }

  private func write(_ row: ShownRow, at place: Int, to writer: inout JSONBuilder) {
    let known = row.key == WindowDifference.noKey ? place : indexes[row.key]
    guard let known, known < old.count, old[known].cellCount == row.cellCount,
      old[known].tie == row.tie
    else {
      return row.write(to: &writer)
    }
    let before = old[known]
    writer.object { writer in
      writer.member("from", integer: known)
      let changed = (0..<row.cellCount).filter { row.cell($0) != before.cell($0) }
      guard !changed.isEmpty else { return }
      writer.key("cells")
      writer.object { writer in
        for index in changed {
          writer.key(String(index))
          writer.raw(row.cell(index))
        }
      }
    }
  }
}
