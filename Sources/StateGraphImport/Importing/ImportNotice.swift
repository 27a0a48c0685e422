/// A message of a running import, such as where it is resumed. Progress is reported separately.
public struct ImportNotice: Sendable, Equatable, CustomStringConvertible {
  /// The path of the input that the message is about, as the request gives it.
  public let path: String
  /// The message: one sentence without its full stop.
  public let message: String

  /// The path and the message, as `path: message`.
  public var description: String { "\(path): \(message)" }
}
