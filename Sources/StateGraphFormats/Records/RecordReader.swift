/// A reader that returns the records of an input as JSON trees.
package protocol RecordReader: AnyObject, RecordReading {
  /// Whether `next()` may be called again after it threw.
  var canContinue: Bool { get }
  /// Where the current record starts, or nil before the first.
  var recordPlace: InputPlace? { get }
  /// The bytes of the current record in the input. Valid until the next call of `next()`.
  var recordBytes: UnsafeRawBufferPointer { get }
  /// The key of the current record, in a map by key.
  var recordKey: JSONRecordKey? { get }
  /// The information to read the text of the current record by itself.
  var form: RecordForm { get }
  /// Returns the next record, or nil at the end of the input.
  func next() throws(ImportError) -> JSONValue?
  /// Makes the next call of `next()` continue behind the record that `error` is about. Returns
  /// false if the end of that record is unknown.
  func resynchronise(after error: ImportError) -> Bool
  /// Returns a reader of the same records that reads ahead of the caller if that saves time. Do not
  /// use this reader afterwards.
  ///
  /// - Parameter keepsText: Whether the caller needs `recordBytes`.
  func readingAhead(keepsText: Bool) -> any RecordReader
}

extension RecordReader {
  package func readingAhead(keepsText: Bool) -> any RecordReader { self }
}

extension JSONRecordReader: RecordReader {
  package var form: RecordForm { .json(key: recordKey?.text) }

  package func resynchronise(after error: ImportError) -> Bool { canContinue }

  package func readingAhead(keepsText: Bool) -> any RecordReader {
    ReadAheadRecords.around(self, keepsText: keepsText)
  }
}
