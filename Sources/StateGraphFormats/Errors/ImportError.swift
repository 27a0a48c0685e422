/// The error that readers and the importer throw: what happened, where, and what to do about it.
///
/// Readers and the importer share this one type, so that no error has to be converted: the message,
/// the remedy and the place that a reader reports reach the user unchanged.
///
/// The texts of the error contain no value from the input, because logs are often kept longer than
/// data may be kept. The place shows where to find the value.
public struct ImportError: Error, Sendable {
  /// The kind of failure, for code that handles errors.
  public var code: Code
  /// A description of what happened, without a full stop.
  public var message: String
  /// Advice on what to do about the failure. Empty if the only remedy is to correct the input.
  public var remedy: String
  /// The place in the input; nil if the error does not concern a single place.
  public var place: InputPlace?
  /// The error of a lower layer that caused this error, or nil.
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
  /// The place, the message and the remedy as `file:line:column: message. remedy`. Unknown ones are
  /// left out.
  public var description: String {
    let location = place.map { "\($0): " } ?? ""
    return location + (remedy.isEmpty ? message : "\(message). \(remedy)")
  }
}

extension ImportError {
  /// Returns this error with the place `fallback`. An error that already has a place keeps it,
  /// because that place is more exact.
  package func located(at fallback: @autoclosure () -> InputPlace) -> ImportError {
    guard place == nil else { return self }
    var located = self
    located.place = fallback()
    return located
  }
}
