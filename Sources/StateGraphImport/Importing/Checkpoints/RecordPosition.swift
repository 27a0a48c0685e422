/// Where a reader is between two records.
struct RecordPosition: Equatable {
  /// The distance from the first byte of the text to behind the last record.
  var byteOffset: Int64
  /// The line on which that is.
  var line: Int
}

/// A reader of records that an import can be resumed in.
protocol RecordReading {
  var source: ByteSource { get }
  var position: RecordPosition { get }
}

extension CSVReader: RecordReading {
  var position: RecordPosition {
    RecordPosition(byteOffset: nextRecordByteOffset, line: nextLine)
  }
}

extension JSONRecordReader: RecordReading {
  var position: RecordPosition {
    RecordPosition(byteOffset: source.baseOffset + Int64(reader.cursor), line: reader.line)
  }
}
