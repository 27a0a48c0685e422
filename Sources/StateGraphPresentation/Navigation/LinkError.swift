/// The reason why a text is not a link, or why the app has no route for a link.
public struct LinkError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of an error, by which an app can choose what it does.
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
    /// The text is a valid link, but the app has no route for it.
    case unknownRoute
  }

  /// Why the text is not a link, or that the app has no route for it.
  public let code: Code
  /// Where in the text the error is: the number of UTF-8 bytes before it. It is 0 for an error of
  /// the whole text.
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
