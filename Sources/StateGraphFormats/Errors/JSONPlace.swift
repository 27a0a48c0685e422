/// The place where a value starts. It takes only 16 bytes, because every value of a record has one.
package struct JSONPlace: Sendable, Equatable {
  package let byteOffset: Int64
  /// The line, counted from 1. Lines beyond the largest value have that value.
  package let line: UInt32
  /// The column, counted from 1 in Unicode scalars. Columns beyond the largest value have that
  /// value.
  package let column: UInt32

  package init(byteOffset: Int64, line: Int, column: Int) {
    self.byteOffset = byteOffset
    self.line = UInt32(clamping: line)
    self.column = UInt32(clamping: column)
  }

  /// The same place with the name of the file, as errors show it.
  package func inFile(_ file: String) -> InputPlace {
    InputPlace(file: file, line: Int(line), column: Int(column), byteOffset: byteOffset)
  }
}
