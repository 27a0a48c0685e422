/// Where a reader is between two records.
struct RecordPosition: Equatable {
  /// The distance from the first byte of the text to behind the last record.
  var byteOffset: Int64
  /// The line on which that is.
  var line: Int
}

/// A reader of records that an import can be resumed in.
protocol RecordReading {
  /// The name of the input.
  var file: String { get }
  /// The bytes taken from the input up to the current record, as `ByteSource` counts them.
  var bytesRead: Int64 { get }
  var position: RecordPosition { get }
  /// Whether the input's bytes are the text's, neither compressed nor in another encoding.
  var readsTextAsItLies: Bool { get }
}

extension CSVReader: RecordReading {
  var file: String { source.name }
  var bytesRead: Int64 { source.bytesRead }
  var readsTextAsItLies: Bool { source.isTextAsItLies }
  var position: RecordPosition {
    RecordPosition(byteOffset: nextRecordByteOffset, line: nextLine)
  }
}

extension JSONRecordReader: RecordReading {
  var file: String { source.name }
  var bytesRead: Int64 { source.bytesRead }
  var readsTextAsItLies: Bool { source.isTextAsItLies }
  var position: RecordPosition {
    RecordPosition(byteOffset: source.baseOffset + Int64(reader.cursor), line: reader.line)
  }
}

extension ByteSource {
  fileprivate var isTextAsItLies: Bool { compression == nil && encoding == .utf8 }
}
