/// The reason why a text is not a link, or why the app has no route for a link.
public struct LinkError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of errors.
  public enum Code: Hashable, Sendable {
    /// The text has more than ``Link/lengthLimit`` bytes.
    case tooLong
    /// The text does not begin with a scheme and `://`.
    case noScheme
    /// The text has a character that has to be percent-encoded.
    case invalidCharacter
    /// A percent sign is not followed by two hexadecimal digits, or the decoded bytes are not
    /// UTF-8.
    case invalidEncoding
    /// The link is well formed, but the app has no such route.
    case unknownRoute
  }

  /// The kind of the error.
  public let code: Code
  /// The position of the error in the text, in bytes of UTF-8. It is 0 for an error of the whole
  /// text.
  public let offset: Int

  public var description: String {
    switch code {
    case .tooLong:
      "The link has more than \(Link.lengthLimit) bytes. Use a shorter link."
    case .noScheme:
      "The link does not begin with a scheme. Write it like this: scheme://path/path?name=value"
    case .invalidCharacter:
      "The link has a character at byte \(offset) that must be written as % and two hexadecimal "
        + "digits."
    case .invalidEncoding:
      "The link has a % at byte \(offset) that does not begin the percent-encoding of UTF-8."
    case .unknownRoute:
      "The app has no page for this link. It can be of another version of the app."
    }
  }
}
