import StateGraphFormats

/// The cells of a JSON record, and the places of their values in the input.
struct JSONRow: RowPlaces {
  var cells: [Cell]
  /// For each column, the place of its value. The array is empty as long as every value has the
  /// place of the record itself.
  private var places: [JSONPlace?] = []
  private let start: JSONPlace
  private let file: String

  init(columnCount: Int, at start: JSONPlace, in file: String) {
    // Appending in a loop is faster than `Array(repeating:count:)`, which asks the runtime for the
    // array's type at every call.
    cells = []
    cells.reserveCapacity(columnCount)
    for _ in 0..<columnCount { cells.append(.absent) }
    self.start = start
    self.file = file
  }

  /// Creates a row whose cells are known already, because an equal record was read before.
  init(cells: [Cell], at start: JSONPlace, in file: String) {
    self.cells = cells
    self.start = start
    self.file = file
  }

  mutating func set(_ cell: Cell, at index: Int, from place: JSONPlace) {
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
