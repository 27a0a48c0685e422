public import StateGraphFormats

/// An entry of an ``ImportMapping`` that no record of the inputs has used.
///
/// The user may have mistyped a name in the entry.
public struct UnusedMapping: Sendable, Equatable {
  /// The kinds of entries in the mapping of a table.
  public enum Part: String, Sendable {
    /// All entries for one table are unused, because the inputs contain no record of this table.
    case table
    /// An entry of ``TableMapping/renames``. Its name does not occur in the inputs.
    case rename
    /// An entry of ``TableMapping/ignored``. Its name does not occur in the inputs.
    case ignore
    /// An entry of ``TableMapping/splits``. Its name does not occur in the inputs.
    case split
    /// An entry of ``TableMapping/dates``. The inputs have no value for its column.
    case dates
    /// An entry of ``TableMapping/nullSpellings``. The inputs have no value for its column.
    case nulls
  }

  /// The name of the table, spelled exactly as in the mapping.
  public let table: String
  /// The kind of the unused entry, or ``Part/table`` if all entries for the table are unused.
  public let part: Part
  /// The name in the entry.
  ///
  /// For ``Part/dates`` and ``Part/nulls``, this is a column name. For ``Part/table``, this is
  /// the name of the table. Otherwise it is a name in the input.
  public let name: String
  /// The place of the entry in the mapping file, or nil if the mapping was created in code.
  public let place: InputPlace?

  var key: [UInt8] { Array(table.utf8) + [0] + Array(part.rawValue.utf8) + [0] + Array(name.utf8) }
}

extension UnusedMapping: CustomStringConvertible {
  /// A message for the user: one sentence without a full stop.
  ///
  /// If the mapping is from a file, the message begins with the place of the entry.
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
