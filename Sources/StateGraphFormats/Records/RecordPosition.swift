/// The position of a reader between two records.
package struct RecordPosition: Equatable {
  /// The offset after the last record, counted in bytes from the start of the text.
  package var byteOffset: Int64
  /// The line at `byteOffset`.
  package var line: Int

  package init(byteOffset: Int64, line: Int) {
    (self.byteOffset, self.line) = (byteOffset, line)
  }
}
