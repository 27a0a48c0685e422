/// The offset, line and column at which a value of a JSON or CSV input starts.
///
/// It needs only 16 bytes of memory, because every value of a record stores one.
package struct TextPlace: Sendable, Equatable {
  package let byteOffset: Int64
  /// The line, counted from 1. A line number that is too large becomes the largest `UInt32`.
  package let line: UInt32
  /// The column, counted from 1 in Unicode scalars. A column that is too large becomes the largest
  /// `UInt32`.
  package let column: UInt32

  package init(byteOffset: Int64, line: Int, column: Int) {
    self.byteOffset = byteOffset
    self.line = UInt32(clamping: line)
    self.column = UInt32(clamping: column)
  }

  /// Returns this place together with the file name `file`, in the type that errors use.
  package func inFile(_ file: String) -> InputPlace {
    InputPlace(file: file, line: Int(line), column: Int(column), byteOffset: byteOffset)
  }
}
