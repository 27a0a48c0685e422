/// A message of a running import for the user.
///
/// For example, the import reports that it continues an interrupted run. Progress is reported
/// separately.
public struct ImportNotice: Sendable, Equatable, CustomStringConvertible {
  /// The path of the input that the message is about, as the request contains the path.
  public let path: String
  /// The text of the message: one sentence without its full stop, and without the path.
  public let message: String

  /// The path and the message, as `path: message`.
  public var description: String { "\(path): \(message)" }
}
