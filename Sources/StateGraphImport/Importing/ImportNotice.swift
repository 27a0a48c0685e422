/// What an import has to say while it runs, besides how far it is.
public struct ImportNotice: Sendable, Equatable, CustomStringConvertible {
  /// The input that it is about, as the request names it.
  public let path: String
  /// One sentence without its full stop.
  public let message: String

  /// `path: message`.
  public var description: String { "\(path): \(message)" }
}
