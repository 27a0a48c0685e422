/// The sizes that every connection refuses, in units of 1,048,576 bytes.
enum SizeLimits {
  /// The limit of a value and of a row.
  static let rowMebibytes = 64
  /// The limit of the text of one statement.
  static let statementMebibytes = 1
}
