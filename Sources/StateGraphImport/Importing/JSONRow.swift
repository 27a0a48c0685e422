/// The cells of a record and where each of them stands.
struct JSONRow: RowPlaces {
  var cells: [Cell]
  private var places: [JSONPlace?]
  private let start: JSONPlace
  private let file: String

  init(columnCount: Int, at start: JSONPlace, in file: String) {
    // Made by appending: `repeating:` asks the runtime for the array's type anew every time.
    cells = []
    places = []
    cells.reserveCapacity(columnCount)
    places.reserveCapacity(columnCount)
    for _ in 0..<columnCount {
      cells.append(.absent)
      places.append(nil)
    }
    self.start = start
    self.file = file
  }

  mutating func set(_ cell: Cell, at index: Int, from place: JSONPlace) {
    cells[index] = cell
    places[index] = place
  }

  var recordPlace: InputPlace { start.inFile(file) }

  func place(ofColumn index: Int) -> InputPlace { (places[index] ?? start).inFile(file) }
}
