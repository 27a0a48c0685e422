import StateGraphFormats

/// The places of one record's values in the input file. A place is computed only when an error
/// message needs it, because that takes time.
protocol RowPlaces {
  /// The place of the record's first byte in the input.
  var recordPlace: InputPlace { get }
  /// Returns the place of the value that the record gives for a column. If the record gives none,
  /// returns the place where the record starts.
  func place(ofColumn index: Int) -> InputPlace
}
