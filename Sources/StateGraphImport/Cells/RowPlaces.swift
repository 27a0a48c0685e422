import StateGraphFormats

/// The places of one row's values in the input file. They are computed only when an error message
/// needs them.
protocol RowPlaces {
  /// The place where the record starts.
  var recordPlace: InputPlace { get }
  /// Returns the place of a column's value. If the record has no value for the column, returns the
  /// place where the record starts.
  func place(ofColumn index: Int) -> InputPlace
}
