import StateGraphRows

@testable import StateGraphLive

/// A row with a key and a value to sort by, and a simple way to sort such rows.
struct SampleRow: Hashable, CustomStringConvertible {
  var key: Int
  var value: Int?
  /// A column that no order uses.
  var note = 0

  var image: RowImage {
    [.integer(Int64(key)), value.map { .integer(Int64($0)) } ?? .null, .integer(Int64(note))]
  }

  var row: OrderedRows<Int>.Row { OrderedRows.Row(image: image, element: key) }

  var description: String { "\(key):\(value.map(String.init) ?? "NULL")" }

  init(key: Int, value: Int?, note: Int = 0) {
    (self.key, self.value, self.note) = (key, value, note)
  }

  init(_ row: OrderedRows<Int>.Row) {
    guard case .integer(let key) = row.image[0], case .integer(let note) = row.image[2] else {
      preconditionFailure("not an image of a sample row")
    }
    var value: Int?
    if case .integer(let integer) = row.image[1] { value = Int(integer) }
    self.init(key: Int(key), value: value, note: Int(note))
  }

  /// The order by the value, then by the key.
  static func order(descending: Bool = false) -> RowOrder {
    let terms = [
      RowOrder.Term(column: 1, collation: .binary, isDescending: descending),
      RowOrder.Term(column: 0, collation: .binary, isDescending: false),
    ]
    return RowOrder(terms.compactMap { $0 })
  }

  /// NULL is below all numbers.
  func isBefore(_ other: SampleRow, descending: Bool = false) -> Bool {
    let (mine, theirs) = (value ?? -1, other.value ?? -1)
    if mine == theirs { return key < other.key }
    return descending ? mine > theirs : mine < theirs
  }
}

extension Sequence<SampleRow> {
  func ordered(descending: Bool = false) -> [SampleRow] {
    sorted { $0.isBefore($1, descending: descending) }
  }
}

extension [SampleRow] {
  /// The number of rows of an ordered array before this row.
  func rank(of row: SampleRow) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].isBefore(row) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension OrderedRows {
  /// The addresses of the chunks.
  var chunkAddresses: Set<UnsafeRawPointer> {
    Set(chunks.compactMap { $0.withUnsafeBufferPointer { $0.baseAddress.map { .init($0) } } })
  }

  /// A problem of the chunks, or nil.
  var imbalance: String? {
    let sizes = chunks.map(\.count)
    if let wrong = sizes.first(where: { $0 == 0 || $0 > RowChunk.limit }) {
      return "a chunk of \(wrong) rows"
    }
    if let wrong = zip(sizes, sizes.dropFirst()).first(where: { $0 + $1 <= RowChunk.mergeLimit }) {
      return "neighbours of \(wrong) rows"
    }
    var end = 0
    for (size, stated) in zip(sizes, ends) {
      end += size
      if end != stated { return "the end \(stated) instead of \(end)" }
    }
    return sizes.count == ends.count ? nil : "\(ends.count) ends of \(sizes.count) chunks"
  }
}
