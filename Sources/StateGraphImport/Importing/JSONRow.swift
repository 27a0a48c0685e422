import StateGraphFormats

/// The cells of a JSON record, and the places of its values in the input for error messages.
struct JSONRow: RowPlaces {
  var cells: [Cell]
  /// For each column, the place of its value in the input. Empty as long as all values have the
  /// place of the record, which saves a memory allocation.
  private var places: [TextPlace?] = []
  private let start: TextPlace
  private let file: String

  init(columnCount: Int, at start: TextPlace, in file: String) {
    // A loop that appends is faster than `Array(repeating:count:)`, which looks up the type of the
    // array at run time in every call.
    cells = []
    cells.reserveCapacity(columnCount)
    for _ in 0..<columnCount { cells.append(.absent) }
    self.start = start
    self.file = file
  }

  /// Creates a row from cells that are already known, because an equal record was read before.
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
