public import StateGraphFormats

/// An entry of an ``ImportMapping`` that no record of the inputs has used. The user may have
/// mistyped a name in it.
public struct UnusedMapping: Sendable, Equatable {
  /// The kinds of entries in the mapping of a table.
  public enum Part: String, Sendable {
    /// All entries for the table, because the inputs contain no record of this table.
    case table
    /// An entry of ``TableMapping/renames``, whose name does not occur in the inputs.
    case rename
    /// An entry of ``TableMapping/ignored``, whose name does not occur in the inputs.
    case ignore
    /// An entry of ``TableMapping/splits``, whose name does not occur in the inputs.
    case split
    /// An entry of ``TableMapping/dates``, for whose column the inputs have no value.
    case dates
    /// An entry of ``TableMapping/nullSpellings``, for whose column the inputs have no value.
    case nulls
  }

  /// The name of the table, spelled exactly as in the mapping.
  public let table: String
  /// The kind of the unused entry, or ``Part/table`` if all entries for the table are unused.
  public let part: Part
  /// The name in the entry. It is the name of a column for ``Part/dates`` and ``Part/nulls``, the
  /// name of the table for ``Part/table``, and otherwise a name in the input.
  public let name: String
  /// The place of the entry in the mapping file; nil if the mapping was created in code.
  public let place: InputPlace?

  var key: [UInt8] { Array(table.utf8) + [0] + Array(part.rawValue.utf8) + [0] + Array(name.utf8) }
}

extension UnusedMapping: CustomStringConvertible {
  /// A message for the user in one sentence without a full stop. It begins with the place in the
  /// mapping file, if there is one.
  public var description: String {
    let location = place.map { "\($0): " } ?? ""
    guard part != .table else {
      return "\(location)no input has a record of table \(printable(table)), which is mapped"
    }
    let what = part == .dates || part == .nulls ? "column" : "member"
    return "\(location)no record of table \(printable(table)) has the \(what) \(printable(name)), "
      + "which the mapping names under \"\(part.rawValue)\""
  }
}
