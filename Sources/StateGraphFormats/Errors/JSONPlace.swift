/// The line and column at which a value starts. It takes only 16 bytes of memory, because every
/// value of a record stores one.
package struct JSONPlace: Sendable, Equatable {
  package let byteOffset: Int64
  /// The line, counted from 1. A line number too large for `UInt32` becomes the largest `UInt32`.
  package let line: UInt32
  /// The column, counted from 1 in Unicode scalars. A column too large for `UInt32` becomes the
  /// largest `UInt32`.
  package let column: UInt32

  package init(byteOffset: Int64, line: Int, column: Int) {
    self.byteOffset = byteOffset
    self.line = UInt32(clamping: line)
    self.column = UInt32(clamping: column)
  }

  /// Returns this place with the name of the file, for use in errors.
  package func inFile(_ file: String) -> InputPlace {
    InputPlace(file: file, line: Int(line), column: Int(column), byteOffset: byteOffset)
  }
}
