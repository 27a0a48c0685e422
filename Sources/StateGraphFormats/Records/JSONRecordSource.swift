/// A reader that returns the records of an input as JSON trees. It parses either on the thread of
/// the caller, or ahead of the caller on another thread.
package protocol JSONRecordSource: AnyObject, RecordReader {
  /// Whether `next()` may be called again after it threw. It then continues after the bad record.
  var canContinue: Bool { get }
  /// The place at which the current record starts; nil before the first record.
  var recordPlace: InputPlace? { get }
  /// The bytes of the current record in the input. Valid until the next call of `next()`.
  var recordBytes: UnsafeRawBufferPointer { get }
  /// The key of the current record, if the records are the members of one object; otherwise nil.
  var recordKey: JSONRecordKey? { get }
  /// Returns the next record, or nil at the end of the input.
  func next() throws(ImportError) -> JSONValue?
  /// Returns a reader of the same records that parses ahead of the caller on another thread, if
  /// that saves time. Do not use this reader afterwards.
  ///
  /// - Parameter keepsText: Whether the caller needs `recordBytes`.
  func readingAhead(keepsText: Bool) -> any JSONRecordSource
}

extension JSONRecordReader: JSONRecordSource {
  package func readingAhead(keepsText: Bool) -> any JSONRecordSource {
    ReadAheadRecords.around(self, keepsText: keepsText)
  }
}
