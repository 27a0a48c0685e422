/// A reader of the records of an input.
///
/// The import stores the reader's position, so that an interrupted import can resume.
package protocol RecordReader {
  /// The name of the input in messages: its path, or `<standard input>`.
  var file: String { get }
  /// The number of bytes that this reader has read from the input.
  ///
  /// If the input is compressed, this number counts compressed bytes.
  var bytesRead: Int64 { get }
  /// The position in the input at which the next record starts.
  var position: RecordPosition { get }
  /// Whether the input is uncompressed UTF-8, so that an offset in the text is also an offset in
  /// the file.
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

/// The format of a single record, with all properties that a reader of only this record needs.
package enum RecordForm: Equatable {
  /// JSON text. The key is nil, unless the records of the file are the members of one object.
  case json(key: String?)
  case csv(CSVForm)
}

/// The position of a reader between two records. A later import can continue at this position.
package struct RecordPosition: Equatable {
  /// The offset after the last record that was read, in bytes from the start of the text.
  package var byteOffset: Int64
  /// The line at `byteOffset`, counted from 1.
  package var line: Int

  package init(byteOffset: Int64, line: Int) {
    (self.byteOffset, self.line) = (byteOffset, line)
  }
}
