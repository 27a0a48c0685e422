public import StateGraphFormats

/// A rule of an ``ImportMapping`` that no record of the inputs has used.
///
/// The user may have mistyped a name in the rule.
public struct UnusedMapping: Sendable, Equatable {
  /// The kinds of rules in the mapping of a table.
  public enum Part: String, Sendable {
    /// All rules for one table are unused, because the inputs contain no record of this table.
    case table
    /// A rule in ``TableMapping/renames``, whose name does not occur in the inputs.
    case rename
    /// A name in ``TableMapping/ignored`` that does not occur in the inputs.
    case ignore
    /// A rule in ``TableMapping/splits``, whose name does not occur in the inputs.
    case split
    /// A rule in ``TableMapping/dates``, for whose column the inputs have no value.
    case dates
    /// A rule in ``TableMapping/nullSpellings``, for whose column the inputs have no value.
    case nulls
    /// A rule in ``TableMapping/values``, for whose column the inputs have no value.
    case values
  }

  /// The name of the table, spelled exactly as in the mapping.
  public let table: String
  /// The kind of the unused rule, or ``Part/table`` if all rules for the table are unused.
  public let part: Part
  /// The name in the rule.
  ///
  /// For ``Part/dates``, ``Part/nulls`` and ``Part/values``, this is a column name. For
  /// ``Part/table``, this is the name of the table. For the other kinds, this is a name in the
  /// input.
  public let name: String
  /// The position of the rule in the mapping file, or nil if the mapping was created in code.
  public let place: InputPlace?

  var key: [UInt8] { Array(table.utf8) + [0] + Array(part.rawValue.utf8) + [0] + Array(name.utf8) }
}

extension UnusedMapping: CustomStringConvertible {
  /// A message for the user: one sentence without a full stop.
  ///
  /// If the mapping is from a file, the message begins with the position of the rule.
  public var description: String {
    let location = place.map { "\($0): " } ?? ""
    guard part != .table else {
      return "\(location)no input has a record of table \(printable(table)), which is mapped"
    }
    let what = [.dates, .nulls, .values].contains(part) ? "column" : "member"
    return "\(location)no record of table \(printable(table)) has the \(what) \(printable(name)), "
      + "which the mapping names under \"\(part.rawValue)\""
  }
}
