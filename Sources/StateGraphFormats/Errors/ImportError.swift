/// The one error of reading and importing: what happened, where, and what to do about it.
///
/// The error is declared here and not in `StateGraphImport`, because one type for readers and
/// importer needs no conversion: the message, the remedy and the place of a reader reach the user
/// as they are.
///
/// The texts of this error contain no value from the input, because logs are often kept longer than
/// data may be. The place leads to the value.
public struct ImportError: Error, Sendable {
  /// The kind of failure, for programs.
  public var code: Code
  /// What happened, without a full stop.
  public var message: String
  /// What to do about it, or empty if the only remedy is to correct the input.
  public var remedy: String
  /// Where it happened, or nil if the error concerns no single place in an input.
  public var place: InputPlace?
  /// The error of another layer that caused this one, or nil.
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
  /// `file:line:column: message. remedy`, without the parts that are unknown.
  public var description: String {
    let location = place.map { "\($0): " } ?? ""
    return location + (remedy.isEmpty ? message : "\(message). \(remedy)")
  }
}

extension ImportError {
  /// The same error with a place, unless it already has one, which is more exact.
  package func located(at fallback: @autoclosure () -> InputPlace) -> ImportError {
    guard place == nil else { return self }
    var located = self
    located.place = fallback()
    return located
  }
}
