import StateGraphFormats

/// A reader that returns the records of a CSV input as values for the columns of a table.
///
/// `CSVRowReader` parses on the thread of the caller. `ReadAheadRows` parses on a second thread.
protocol CSVRowSource: AnyObject, RecordReader {
  /// Moves to the next record, and stores its values in `cells`. Returns false at the end of the
  /// input.
  ///
  /// - Parameter cells: One element for each column of the table. Pass the same array for every
  ///   record.
  /// - Throws: If the record is not valid. If `goOn(behind:)` returns true for the error, the next
  ///   call reads the next record.
  func next(into cells: inout [Cell]) throws(ImportError) -> Bool
  /// Skips the record in which `error` occurred. Returns false if the import must stop.
  func goOn(behind error: ImportError) -> Bool
  /// The lists of keys in fields of the current record, such as `swift,linux`.
  var lists: [CSVRowReader.List] { get }
  /// The position at which the current record starts.
  var recordPlace: InputPlace { get }
  /// The bytes of the current record as they are in the input, without the line end.
  ///
  /// The bytes are valid until the next call of `next(into:)`.
  var recordBytes: UnsafeRawBufferPointer { get }
  /// Returns the position of the field with the value of a column.
  ///
  /// If the record has no such field, returns the start of the record.
  func place(ofColumn index: Int) -> InputPlace
  /// The number of unquoted fields that contain a quote, such as `5" disk`, and the position of the
  /// first such quote.
  ///
  /// The number is complete when `next(into:)` has returned false.
  var strayQuotes: StrayQuotes { get }
}

/// The positions of the values in the current CSV record.
///
/// The import computes a position only for an error message.
struct CSVRowPlaces: RowPlaces {
  private let source: any CSVRowSource

  init(_ source: any CSVRowSource) { self.source = source }

  var recordPlace: InputPlace { source.recordPlace }

  func place(ofColumn index: Int) -> InputPlace { source.place(ofColumn: index) }
}
