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
