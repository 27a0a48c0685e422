/// What hands out the records of an input as JSON has them.
package protocol RecordReader: AnyObject, RecordReading {
  /// Whether `next()` may be called again after it threw.
  var canContinue: Bool { get }
  /// Where the current record starts, or nil before the first.
  var recordPlace: InputPlace? { get }
  /// The current record as it stands in the input; valid until the next call of `next()`.
  var recordBytes: UnsafeRawBufferPointer { get }
  /// The key under which the current record stands in a map by key.
  var recordKey: JSONRecordKey? { get }
  /// How the text of the current record is to be read alone.
  var form: RecordForm { get }
  /// Returns the next record, or nil at the end of the input.
  func next() throws(ImportError) -> JSONValue?
  /// Makes the next call of `next()` go on behind the record that `error` is about; false where
  /// nothing tells where that is.
  func resynchronise(after error: ImportError) -> Bool
  /// A reader of the same records that reads ahead of its user, where that is of use; this one must
  /// not be used any more then.
  ///
  /// - Parameter keepsText: Whether `recordBytes` may be asked for.
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
