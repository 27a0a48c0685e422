import StateGraphFormats

/// The positions of one record's values in the input file, for error messages.
///
/// To find a position takes time. The import therefore calls these methods only for an error.
protocol RowPlaces {
  /// The position of the record's first byte in the input.
  var recordPlace: InputPlace { get }
  /// Returns the position of the record's value for a column.
  ///
  /// If the record has no value for the column, returns the start of the record.
  func place(ofColumn index: Int) -> InputPlace
}
