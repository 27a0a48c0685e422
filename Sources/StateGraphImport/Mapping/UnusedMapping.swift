public import StateGraphFormats

/// Something in a mapping that no record of the inputs has had use for: perhaps it is mistyped.
public struct UnusedMapping: Sendable, Equatable {
  /// The parts of the mapping of a table.
  public enum Part: String, Sendable {
    /// All of it: the inputs have no record of the table.
    case table
    case rename, ignore, split, dates, nulls
  }

  /// The table, as the mapping writes it.
  public let table: String
  /// The part.
  public let part: Part
  /// What the part says something of: a name in the input, or for dates and nulls a column.
  public let name: String
  /// Where it stands in the file of the mapping, or nil where that is not known.
  public let place: InputPlace?

  var key: [UInt8] { Array(table.utf8) + [0] + Array(part.rawValue.utf8) + [0] + Array(name.utf8) }
}

extension UnusedMapping: CustomStringConvertible {
  /// One sentence without its full stop, with the place before it where that is known.
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
