/// A reader that returns the records of an input as JSON trees.
///
/// It parses on the thread of the caller, or on another thread ahead of the caller.
package protocol JSONRecordSource: AnyObject, RecordReader {
  /// Whether `next()` may be called again after it threw an error. It then continues after the bad
  /// record.
  var canContinue: Bool { get }
  /// The file, line and column at which the current record starts; nil before the first record.
  var recordPlace: InputPlace? { get }
  /// The bytes of the current record as they are in the input. Valid until the next call of
  /// `next()`.
  var recordBytes: UnsafeRawBufferPointer { get }
  /// The key of the current record; nil unless the records are the members of one object.
  var recordKey: JSONRecordKey? { get }
  /// Returns the next record, or nil at the end of the input.
  ///
  /// - Throws: If the record is not valid. If `canContinue` is then true, the next call reads the
  ///   next record.
  func next() throws(ImportError) -> JSONValue?
  /// Returns a reader of the same records that parses on another thread ahead of the caller.
  ///
  /// Returns this reader itself if a second thread is impossible. After the call, use only the
  /// result.
  ///
  /// - Parameter keepsText: Whether the caller needs `recordBytes`, which costs memory for a copy.
  func readingAhead(keepsText: Bool) -> any JSONRecordSource
}

extension JSONRecordReader: JSONRecordSource {
  package func readingAhead(keepsText: Bool) -> any JSONRecordSource {
    ReadAheadRecords.around(self, keepsText: keepsText)
  }
}
