/// A reader of the records of an input. A checkpoint of the import can store its position.
package protocol RecordReader {
  /// The name of the input, for messages.
  var file: String { get }
  /// The number of bytes taken from the input so far; see `ByteSource.bytesRead`.
  var bytesRead: Int64 { get }
  /// The position at which the next record starts.
  var position: RecordPosition { get }
  /// Whether the input is uncompressed UTF-8. Offsets in the text are then offsets in the file.
  var readsTextAsItLies: Bool { get }
}

extension CSVReader: RecordReader {
  package var file: String { source.name }
  package var bytesRead: Int64 { source.bytesRead }
  package var readsTextAsItLies: Bool { source.isUncompressedUTF8 }
  package var position: RecordPosition {
    RecordPosition(byteOffset: nextRecordByteOffset, line: nextRecordLine)
  }
}

extension JSONRecordReader: RecordReader {
  package var file: String { source.name }
  package var bytesRead: Int64 { source.bytesRead }
  package var readsTextAsItLies: Bool { source.isUncompressedUTF8 }
  package var position: RecordPosition {
    RecordPosition(byteOffset: nextRecordByteOffset, line: nextRecordLine)
  }
}

extension ByteSource {
  fileprivate var isUncompressedUTF8: Bool { compression == nil && encoding == .utf8 }
}
