/// The one error of reading and importing: what happened, where, and what to do about it.
///
/// The error is declared here and not in `StateGraphImport`, because one type for readers and importer
/// needs no conversion: the message, the remedy and the place of a reader reach the user as they are.
///
/// No text of this error contains a value from the input, because logs outlive the permission to
/// read the data; the place leads whoever may read the file to the value.
public struct ImportError: Error, Sendable {
  /// The kind of failure, for programs.
  public var code: Code
  /// What happened, without a full stop.
  public var message: String
  /// What to do about it, or empty when there is nothing better than fixing the input.
  public var remedy: String
  /// Where it happened, or nil when no single place in an input is to blame.
  public var place: InputPlace?
  /// The error underneath, when another layer failed first.
  public var cause: (any Error)?

  /// Creates an error from its parts.
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
  /// `file:line:column: message. remedy`, with the parts that are known.
  public var description: String {
    let location = place.map { "\($0): " } ?? ""
    return location + (remedy.isEmpty ? message : "\(message). \(remedy)")
  }
}

extension ImportError {
  /// Fills in a place that the thrower could not know; a more exact one is kept.
  package func located(at fallback: @autoclosure () -> InputPlace) -> ImportError {
    guard place == nil else { return self }
    var located = self
    located.place = fallback()
    return located
  }
}
