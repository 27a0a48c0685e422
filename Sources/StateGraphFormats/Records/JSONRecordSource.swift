/// A reader that returns the records of an input as JSON trees: on the thread of the caller, or ahead
/// of it on another thread.
package protocol JSONRecordSource: AnyObject, RecordReader {
  /// Whether `next()` may be called again after it threw. It then continues behind the bad record.
  var canContinue: Bool { get }
  /// Where the current record starts, or nil before the first.
  var recordPlace: InputPlace? { get }
  /// The bytes of the current record in the input. Valid until the next call of `next()`.
  var recordBytes: UnsafeRawBufferPointer { get }
  /// The key of the current record, in a map by key.
  var recordKey: JSONRecordKey? { get }
  /// Returns the next record, or nil at the end of the input.
  func next() throws(ImportError) -> JSONValue?
  /// Returns a reader of the same records that reads ahead of the caller if that saves time. Do not
  /// use this reader afterwards.
  ///
  /// - Parameter keepsText: Whether the caller needs `recordBytes`.
  func readingAhead(keepsText: Bool) -> any JSONRecordSource
}

extension JSONRecordReader: JSONRecordSource {
  package func readingAhead(keepsText: Bool) -> any JSONRecordSource {
    ReadAheadRecords.around(self, keepsText: keepsText)
  }
}
