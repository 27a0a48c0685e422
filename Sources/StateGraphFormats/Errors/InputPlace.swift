/// A position in an input file.
///
/// Error messages contain the position, so that an editor can jump to it.
public struct InputPlace: Sendable, Equatable {
  /// The path as the user wrote it, or `<standard input>`.
  public var file: String
  /// The line, counted from 1. CRLF, LF and a lone CR each end one line.
  public var line: Int
  /// The column, counted from 1 in Unicode scalars, not in bytes.
  public var column: Int
  /// The offset in bytes from the start of the text, after decompression and conversion to UTF-8.
  ///
  /// In an uncompressed UTF-8 file, this is the offset in the file. A byte order mark at the
  /// start counts too.
  public var byteOffset: Int64

  /// Creates a position. Lines and columns are counted from 1, byte offsets from 0.
  public init(file: String, line: Int, column: Int, byteOffset: Int64) {
    self.file = file
    self.line = line
    self.column = column
    self.byteOffset = byteOffset
  }
}

extension InputPlace: CustomStringConvertible {
  /// The position as `file:line:column`, the form of compiler messages, which many editors can
  /// open.
  public var description: String { "\(file):\(line):\(column)" }
}

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
