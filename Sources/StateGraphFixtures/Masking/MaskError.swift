package import StateGraphFormats

/// An error of masks: in their file, in the key, or of a masked row that its table refuses.
///
/// The texts contain names of tables and columns, but no values of rows.
package struct MaskError: Error, Sendable {
  package enum Code: String, Sendable {
    /// A column of text, bytes or JSON has no mask.
    case unnamedColumn
    /// The file of the masks names a table or a column that the database does not have.
    case unknownTable, unknownColumn
    /// The file of the masks contains something that is no mask.
    case invalidMask
    /// Two columns that a foreign key joins have different masks.
    case differentMasks
    /// The file of the key cannot be read.
    case keyMissing
    /// The key is too short or too long.
    case keyInvalid
    /// A masked row breaks a constraint of its table.
    case refusedRow
  }

  package let code: Code
  /// What happened, without a full stop.
  package let message: String
  /// What the user can do about it, without a full stop.
  package let remedy: String
  /// The position in the file of the masks, or nil.
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
