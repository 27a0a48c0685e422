/// An error of an import: what happened, where, and what the user can do about it.
///
/// The CSV and JSON readers and the importer all throw this type.
///
/// The texts contain no values from the input, because logs are often kept longer than the data.
/// Instead, ``place`` shows where the value is in the input.
public struct ImportError: Error, Sendable {
  /// The kind of the failure, for code that handles the error.
  ///
  /// The texts may change in a later version, but the kinds do not.
  public var code: Code
  /// A description of what happened, as a clause without a full stop.
  public var message: String
  /// Advice on what to do about the failure, without a full stop.
  ///
  /// Empty if the message needs no advice.
  public var remedy: String
  /// The position in the input, or nil if the error does not concern a single position.
  public var place: InputPlace?
  /// The error that caused this error, such as an error of SQLite. Usually nil.
  public var cause: (any Error)?

  /// Creates an error. The message and the remedy must contain no value from the input.
  public init(
    _ code: Code,
    _ message: String,
    remedy: String = "",
    place: InputPlace? = nil,
    cause: (any Error)? = nil
  ) {
    self.code = code
    self.message = message
    self.remedy = remedy
    self.place = place
    self.cause = cause
  }
}

extension ImportError: CustomStringConvertible {
  /// The error as text: `file:line:column: message. remedy`.
  ///
  /// If the position is nil or the remedy is empty, the text omits it.
  public var description: String {
    let location = place.map { "\($0): " } ?? ""
    return location + (remedy.isEmpty ? message : "\(message). \(remedy)")
  }
}

extension ImportError {
  /// Returns a copy of this error that has a position in the input.
  ///
  /// If this error has a position, the copy keeps it, because that position is more exact than
  /// `fallback`. Otherwise the copy gets the position `fallback`.
  package func located(at fallback: @autoclosure () -> InputPlace) -> ImportError {
    guard place == nil else { return self }
    var located = self
    located.place = fallback()
    return located
  }
}

extension ImportError {
  /// Returns the error for a first line that is probably a title, because it does not name all
  /// columns.
  static func namelessHeader(likely line: Int, at place: InputPlace) -> ImportError {
    ImportError(
      .malformedCSV,
      "the header has columns without names, and a later line looks like a header",
      remedy: adviceToSkip(upTo: line)
        + ". Otherwise name the columns with --columns, and skip the "
        + "header with --skip-lines 1",
      place: place
    )
  }

  /// Returns the advice for an input whose header is probably not its first line.
  package static func adviceToSkip(upTo line: Int) -> String {
    "If line \(line) is the header, skip the lines above it with --skip-lines \(line - 1)"
  }
}
