/// Where a reader is between two records.
package struct RecordPosition: Equatable {
  /// The distance from the first byte of the text to behind the last record.
  package var byteOffset: Int64
  /// The line on which that is.
  package var line: Int

  package init(byteOffset: Int64, line: Int) {
    (self.byteOffset, self.line) = (byteOffset, line)
  }
}

/// A reader of records that an import can be resumed in.
package protocol RecordReading {
  /// The name of the input.
  var file: String { get }
  /// The bytes taken from the input up to the current record, as `ByteSource` counts them.
  var bytesRead: Int64 { get }
  var position: RecordPosition { get }
  /// Whether the input's bytes are the text's, neither compressed nor in another encoding.
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
