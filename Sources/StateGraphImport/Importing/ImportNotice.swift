/// A message of a running import, besides its progress.
public struct ImportNotice: Sendable, Equatable, CustomStringConvertible {
  /// The input that the message is about, as in the request.
  public let path: String
  /// One sentence without its full stop.
  public let message: String

  /// `path: message`.
  public var description: String { "\(path): \(message)" }
}
