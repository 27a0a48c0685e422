import StateGraphFormats

/// The places of a row's values in its input. Only errors ask for them.
protocol RowPlaces {
  /// The start of the record.
  var recordPlace: InputPlace { get }
  /// The place of a column's value; the start of the record where it has no such value.
  func place(ofColumn index: Int) -> InputPlace
}
