package import StateGraphFormats

/// An error of the masks, which replace values in extracted rows by pseudonyms. The error is in the
/// file of the masks, in the key, or in a masked row that its table refuses.
///
/// The message and the remedy contain names of tables and columns, but no values of rows.
package struct MaskError: Error, Sendable {
  package enum Code: String, Sendable {
    /// The file of the masks does not name a column that contains or may contain text or bytes.
    case unnamedColumn
    /// The file of the masks names a table that the database does not have.
    case unknownTable
    /// The file of the masks names a column that the table does not have, or masks a generated
    /// column.
    case unknownColumn
    /// The file of the masks contains something other than masks, or two masks for one column.
    case invalidMask
    /// Two columns that foreign keys join have different masks, or have the mask `date`.
    case differentMasks
    /// The file of the key cannot be read.
    case keyMissing
    /// The key is too short or too long.
    case keyInvalid
    /// A masked row breaks a constraint of its table.
    case refusedRow
  }

  package let code: Code
  /// What happened. The text has no full stop at its end.
  package let message: String
  /// What the user can do about the error. The text has no full stop at its end.
  package let remedy: String
  /// The position in the file of the masks, or nil if the error has no position there, such as an
  /// error of the key.
  package let place: InputPlace?

  init(_ code: Code, _ message: String, remedy: String, at place: InputPlace? = nil) {
    (self.code, self.message, self.remedy, self.place) = (code, message, remedy, place)
  }
}

extension MaskError: CustomStringConvertible {
  /// The error as one line: `file:line:column: message. remedy.`
  package var description: String {
    (place.map { "\($0): " } ?? "") + "\(message). \(remedy)."
  }
}
