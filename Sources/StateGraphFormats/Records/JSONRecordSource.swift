/// A reader that returns the records of an input as JSON trees.
///
/// `JSONRecordReader` parses on the thread of the caller. `ReadAheadRecords` parses on a second
/// thread.
package protocol JSONRecordSource: AnyObject, RecordReader {
  /// Whether `next()` may be called again after it threw an error.
  ///
  /// If true, the next call continues after the bad record.
  var canContinue: Bool { get }
  /// The file, line and column at which the current record starts, or nil before the first record.
  var recordPlace: InputPlace? { get }
  /// The bytes of the current record as they are in the input.
  ///
  /// The bytes are valid until the next call of `next()`.
  var recordBytes: UnsafeRawBufferPointer { get }
  /// The key of the current record, if the records are the members of one object.
  var recordKey: JSONRecordKey? { get }
  /// Returns the next record, or nil at the end of the input.
  ///
  /// - Throws: If the record is not valid. If `canContinue` is true, the next call reads the next
  ///   record.
  func next() throws(ImportError) -> JSONValue?
  /// Returns a reader of the same records that parses on another thread.
  ///
  /// Returns `self` if a second thread is impossible. After the call, use only the returned reader.
  ///
  /// - Parameter keepsText: Whether the caller needs `recordBytes`. If true, the reader copies the
  ///   bytes of each record.
  func readingAhead(keepsText: Bool) -> any JSONRecordSource
}

extension JSONRecordReader: JSONRecordSource {
  package func readingAhead(keepsText: Bool) -> any JSONRecordSource {
    ReadAheadRecords.around(self, keepsText: keepsText)
  }
}
