import StateGraphFormats

/// Knows where in an input the parts of the current row stand. Asked only when something is wrong.
protocol RowPlaces {
  /// Where the record starts.
  var recordPlace: InputPlace { get }
  /// Where the value of a column stands; the record's place where the record has no such value.
  func place(ofColumn index: Int) -> InputPlace
}
