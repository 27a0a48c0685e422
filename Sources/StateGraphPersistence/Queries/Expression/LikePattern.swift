import StateGraphLive
import StateGraphSQLite

/// A pattern for ``QueryValue/like(_:)``. As in SQLite, `%` matches any text and `_` matches one
/// character. The case of the letters A to Z is ignored.
///
/// In a literal, `%` and `_` are wildcards. Interpolated text contains no wildcards, even if it
/// contains these characters:
///
/// ```swift
/// posts.query.where { $0.title.like("\(userText)%") }
/// ```
public struct LikePattern: Hashable, Sendable, ExpressibleByStringInterpolation {
  /// The pattern as SQLite reads it with `\` as the escape character. A `\` precedes each `%`, `_`
  /// and `\` that is not a wildcard.
  let escaped: ByteText

  /// Creates a pattern from a string literal, in which `%` and `_` are wildcards.
  public init(stringLiteral pattern: String) {
    escaped = ByteText(LikePattern.escaping(pattern, characters: "\\"))
  }

  /// Creates a pattern from a literal with interpolated text. The interpolated text matches only
  /// itself.
  public init(stringInterpolation: Interpolation) {
    escaped = ByteText(stringInterpolation.escaped)
  }

  /// Creates a pattern from text that is known only at run time. Every `%` and `_` in the text is a
  /// wildcard.
  public init(wildcardsIn pattern: String) {
    self.init(stringLiteral: pattern)
  }

  /// Collects the parts of a literal, and escapes the interpolated text so that it contains no
  /// wildcards.
  public struct Interpolation: StringInterpolationProtocol {
    fileprivate var escaped = ""

    /// Creates an empty pattern. The compiler calls this before it appends the parts of the
    /// literal.
    public init(literalCapacity: Int, interpolationCount: Int) {
      escaped.reserveCapacity(literalCapacity + interpolationCount * 8)
    }

    /// Appends a part of the literal, in which `%` and `_` are wildcards.
    public mutating func appendLiteral(_ literal: String) {
      escaped += LikePattern.escaping(literal, characters: "\\")
    }

    /// Appends interpolated text, which matches only itself.
    public mutating func appendInterpolation(_ text: String) {
      escaped += LikePattern.escaping(text, characters: "\\%_")
    }
  }

  private static func escaping(_ text: String, characters: String) -> String {
    var escaped = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if characters.unicodeScalars.contains(scalar) { escaped.append("\\") }
      escaped.append(scalar)
    }
    return String(escaped)
  }
}

extension LikePattern {
  /// Returns whether the pattern matches `text`, with the same result as LIKE in SQLite. Used for
  /// stores in memory.
  ///
  /// A pattern that is too long for SQLite matches no text.
  func matches(_ text: String) -> Bool {
    guard let matcher = LikeMatcher(escaped: escaped, matchesBlobs: false) else { return false }
    return SQLiteValue.text(text).withCell { matcher.matches($0) }
  }

  /// Whether every supported version of SQLite gives the same result, with and without an index.
  ///
  /// Before SQLite 3.54, LIKE treats U+FFFD, U+FFFE and U+FFFF as one character. An index always
  /// distinguishes them, and only SQLite knows which index it uses. Some versions find U+0080
  /// inside other characters.
  var hasOneResult: Bool {
    !escaped.string.unicodeScalars.contains {
      $0 == "\u{80}" || ("\u{fffd}"..."\u{ffff}").contains($0)
    }
  }
}
