public import StateGraphFormats

/// A part of a mapping that no record of the inputs needed, perhaps because a name is mistyped.
public struct UnusedMapping: Sendable, Equatable {
  /// The parts of the mapping of a table.
  public enum Part: String, Sendable {
    /// The whole mapping of the table: the inputs have no record of it.
    case table
    /// A new name.
    case rename
    /// A name that is left out.
    case ignore
    /// A split.
    case split
    /// A date conversion.
    case dates
    /// Texts that mean NULL.
    case nulls
  }

  /// The name of the table in the mapping.
  public let table: String
  /// The part.
  public let part: Part
  /// The name that the part is about: for dates and nulls a column, otherwise a name in the input.
  public let name: String
  /// The place in the mapping file; nil where the mapping was made in code.
  public let place: InputPlace?

  var key: [UInt8] { Array(table.utf8) + [0] + Array(part.rawValue.utf8) + [0] + Array(name.utf8) }
}

extension UnusedMapping: CustomStringConvertible {
  /// One sentence without a full stop, after the place where that is known.
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
