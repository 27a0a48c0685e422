import StateGraphFormats

/// The column values of a JSON record, and their positions in the input for error messages.
struct JSONRow: RowPlaces {
  var cells: [Cell]
  /// One element for each column: the position of its value in the input. Nil means the start of
  /// the record.
  ///
  /// As long as all values start where the record starts, the array is empty to avoid a memory
  /// allocation.
  private var places: [TextPlace?] = []
  private let start: TextPlace
  private let file: String

  init(columnCount: Int, at start: TextPlace, in file: String) {
    // This loop is faster than `Array(repeating:count:)`, which looks up a type at run time.
    cells = []
    cells.reserveCapacity(columnCount)
    for _ in 0..<columnCount { cells.append(.absent) }
    self.start = start
    self.file = file
  }

  /// Creates a row with the values of an earlier, equal record.
  init(cells: [Cell], at start: TextPlace, in file: String) {
    self.cells = cells
    self.start = start
    self.file = file
  }

  mutating func set(_ cell: Cell, at index: Int, from place: TextPlace) {
    cells[index] = cell
    if places.isEmpty {
      guard place.byteOffset != start.byteOffset else { return }
      places.reserveCapacity(cells.count)
      for _ in cells.indices { places.append(nil) }
    }
    places[index] = place
  }

  var recordPlace: InputPlace { start.inFile(file) }

  func place(ofColumn index: Int) -> InputPlace {
    guard !places.isEmpty, let place = places[index] else { return recordPlace }
    return place.inFile(file)
  }
}
