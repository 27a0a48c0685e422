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
