/// A reader of an input's records whose position a checkpoint can store.
package protocol RecordReader {
  /// The name of the input.
  var file: String { get }
  /// The bytes taken from the input so far; see `ByteSource.bytesRead`.
  var bytesRead: Int64 { get }
  /// Where the next record starts.
  var position: RecordPosition { get }
  /// Whether the input is uncompressed UTF-8, so that offsets in the text are offsets in the input.
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
