import StateGraphFormats

/// The places of one record's values in the input file, for error messages.
///
/// Computing a place takes time, so it happens only for an error.
protocol RowPlaces {
  /// The place of the record's first byte in the input.
  var recordPlace: InputPlace { get }
  /// Returns the place of the record's value for a column.
  ///
  /// If the record has no value for the column, returns the start of the record.
  func place(ofColumn index: Int) -> InputPlace
}
