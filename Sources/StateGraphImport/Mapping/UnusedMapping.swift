public import StateGraphFormats

/// An entry of an ``ImportMapping`` that no record of the inputs needed, perhaps because a name is
/// mistyped.
public struct UnusedMapping: Sendable, Equatable {
  /// The kinds of entries in the mapping of a table.
  public enum Part: String, Sendable {
    /// The whole mapping of the table, because the inputs contain no record of this table.
    case table
    /// A new name for a name in the input.
    case rename
    /// A name in the input that is ignored.
    case ignore
    /// A split of a text into several values.
    case split
    /// The date conversion of a column.
    case dates
    /// The texts that mean NULL in a column.
    case nulls
  }

  /// The name of the table, as in the mapping.
  public let table: String
  /// The kind of the unused entry.
  public let part: Part
  /// The name that the entry is about. For date conversions and texts that mean NULL, it is a
  /// column. Otherwise it is a name in the input.
  public let name: String
  /// The place of the entry in the mapping file; nil if the mapping was created in code.
  public let place: InputPlace?

  var key: [UInt8] { Array(table.utf8) + [0] + Array(part.rawValue.utf8) + [0] + Array(name.utf8) }
}

extension UnusedMapping: CustomStringConvertible {
  /// One sentence without a full stop. If the place is known, the sentence begins with it.
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
