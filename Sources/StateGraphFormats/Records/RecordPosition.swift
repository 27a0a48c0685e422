/// The position of a reader between two records.
package struct RecordPosition: Equatable {
  /// The offset behind the last record, from the first byte of the text.
  package var byteOffset: Int64
  /// The line at that offset.
  package var line: Int

  package init(byteOffset: Int64, line: Int) {
    (self.byteOffset, self.line) = (byteOffset, line)
  }
}

/// A reader whose position a checkpoint can store.
package protocol RecordReading {
  /// The name of the input.
  var file: String { get }
  /// The bytes taken from the input so far; see `ByteSource.bytesRead`.
  var bytesRead: Int64 { get }
  var position: RecordPosition { get }
  /// Whether the input is plain UTF-8, so that offsets in the text are offsets in the input.
  var readsTextAsItLies: Bool { get }
}

extension CSVReader: RecordReading {
  package var file: String { source.name }
  package var bytesRead: Int64 { source.bytesRead }
  package var readsTextAsItLies: Bool { source.isTextAsItLies }
  package var position: RecordPosition {
    RecordPosition(byteOffset: nextRecordByteOffset, line: nextRecordLine)
  }
}

extension JSONRecordReader: RecordReading {
  package var file: String { source.name }
  package var bytesRead: Int64 { source.bytesRead }
  package var readsTextAsItLies: Bool { source.isTextAsItLies }
  package var position: RecordPosition {
    RecordPosition(byteOffset: nextRecordByteOffset, line: nextRecordLine)
  }
}

extension ByteSource {
  fileprivate var isTextAsItLies: Bool { compression == nil && encoding == .utf8 }
}
