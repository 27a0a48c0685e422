/// The offset, line and column at which a value of a JSON or CSV input starts.
///
/// Every value of a record stores a `TextPlace`, so this type occupies only 16 bytes.
package struct TextPlace: Sendable, Equatable {
  package let byteOffset: Int64
  /// The line, counted from 1. If the number is too large, `line` is the largest `UInt32`.
  package let line: UInt32
  /// The column, counted from 1 in Unicode scalars.
  ///
  /// If the number is too large, `column` is the largest `UInt32`.
  package let column: UInt32

  package init(byteOffset: Int64, line: Int, column: Int) {
    self.byteOffset = byteOffset
    self.line = UInt32(clamping: line)
    self.column = UInt32(clamping: column)
  }

  /// Returns an `InputPlace`, the type for error messages, with the file name `file`.
  package func inFile(_ file: String) -> InputPlace {
    InputPlace(file: file, line: Int(line), column: Int(column), byteOffset: byteOffset)
  }
}
