import StateGraphFormats

/// The cells of a record and where each of them stands.
struct JSONRow: RowPlaces {
  var cells: [Cell]
  /// Empty as long as every cell stands where the record does.
  private var places: [JSONPlace?] = []
  private let start: JSONPlace
  private let file: String

  init(columnCount: Int, at start: JSONPlace, in file: String) {
    // Made by appending: `repeating:` asks the runtime for the array's type anew every time.
    cells = []
    cells.reserveCapacity(columnCount)
    for _ in 0..<columnCount { cells.append(.absent) }
    self.start = start
    self.file = file
  }

  /// A row whose cells are known already.
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
