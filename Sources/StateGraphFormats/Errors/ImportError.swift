/// The error that readers and the importer throw. It contains what happened, where, and a remedy.
///
/// Readers and the importer share this type. An error of a reader therefore reaches the user
/// without conversion, with its message, remedy and place.
///
/// The texts contain no value from the input, because logs are often kept longer than data may be
/// kept. The place shows where to find the value.
public struct ImportError: Error, Sendable {
  /// The kind of the failure, for code that handles the error.
  ///
  /// The texts may change in a later version, but the kinds do not.
  public var code: Code
  /// A description of what happened, as a clause without a full stop.
  public var message: String
  /// Advice on what to do about the failure, without a full stop.
  ///
  /// Empty if the user can only correct the input.
  public var remedy: String
  /// The place in the input; nil if the error does not concern a single place.
  public var place: InputPlace?
  /// The error of a lower layer that caused this error, such as an error of SQLite. Usually nil.
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
  /// The place, the message and the remedy as `file:line:column: message. remedy`.
  ///
  /// A missing place or an empty remedy is left out.
  public var description: String {
    let location = place.map { "\($0): " } ?? ""
    return location + (remedy.isEmpty ? message : "\(message). \(remedy)")
  }
}

extension ImportError {
  /// Returns a copy of this error with the place `fallback`.
  ///
  /// If the error already has a place, that place is kept, because it is more exact.
  package func located(at fallback: @autoclosure () -> InputPlace) -> ImportError {
    guard place == nil else { return self }
    var located = self
    located.place = fallback()
    return located
  }
}
