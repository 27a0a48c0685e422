/// Where a value starts, in 16 bytes, because every value of a record carries one.
package struct JSONPlace: Sendable, Equatable {
  package let byteOffset: Int64
  /// Counted from 1; stays at the largest value in a file with more lines.
  package let line: UInt32
  /// Counted from 1 in Unicode scalars; stays at the largest value in a longer line.
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
