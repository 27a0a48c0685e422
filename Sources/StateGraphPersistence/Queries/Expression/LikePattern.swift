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
  /// The pattern as SQLite parses it, with `\` as the escape character.
  ///
  /// A `\` precedes each `%`, `_` and `\` that is not a wildcard.
  let escaped: String

  /// Creates a pattern from a string literal, in which `%` and `_` are wildcards.
  public init(stringLiteral pattern: String) {
    escaped = LikePattern.escaping(pattern, "\\")
  }

  /// Creates a pattern from a literal with interpolated text. The interpolated text matches only
  /// itself.
  public init(stringInterpolation: Interpolation) {
    escaped = stringInterpolation.escaped
  }

  /// Creates a pattern from text that is known only at run time. Every `%` and `_` in it is a
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
      escaped += LikePattern.escaping(literal, "\\")
    }

    /// Appends interpolated text, which matches only itself.
    public mutating func appendInterpolation(_ text: String) {
      escaped += LikePattern.escaping(text, "\\%_")
    }
  }

  private static func escaping(_ text: String, _ characters: String) -> String {
    var escaped = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if characters.unicodeScalars.contains(scalar) { escaped.append("\\") }
      escaped.append(scalar)
    }
    return String(escaped)
  }
}

extension LikePattern {
  private enum Piece: Equatable {
    case any, one
    case scalar(Unicode.Scalar)
  }

  /// Returns whether the pattern matches `text`, with the same result as LIKE in SQLite.
  ///
  /// Stores that keep their entities only in memory use this method.
  func matches(_ text: String) -> Bool {
    let pieces = pieces
    let scalars = text.unicodeScalars.map(LikePattern.folded)
    // After a mismatch, only the last `%` is extended by one character. Extending an earlier `%`
    // cannot find more matches.
    var (piece, scalar) = (0, 0)
    var retry: (piece: Int, scalar: Int)?
    while scalar < scalars.count {
      if piece < pieces.count, pieces[piece] == .any {
        retry = (piece, scalar)
        piece += 1
      } else if piece < pieces.count,
        pieces[piece] == .one || pieces[piece] == .scalar(scalars[scalar])
      {
        piece += 1
        scalar += 1
      } else if let last = retry {
        retry = (last.piece, last.scalar + 1)
        piece = last.piece + 1
        scalar = last.scalar + 1
      } else {
        return false
      }
    }
    return pieces[piece...].allSatisfy { $0 == .any }
  }

  private var pieces: [Piece] {
    var pieces: [Piece] = []
    var isEscaped = false
    for scalar in escaped.unicodeScalars {
      switch scalar {
      case "\\" where !isEscaped:
        isEscaped = true
        continue
      case "%" where !isEscaped: pieces.append(.any)
      case "_" where !isEscaped: pieces.append(.one)
      default: pieces.append(.scalar(LikePattern.folded(scalar)))
      }
      isEscaped = false
    }
    return pieces
  }

  private static func folded(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    ("A"..."Z").contains(scalar) ? Unicode.Scalar(UInt8(scalar.value) + 32) : scalar
  }
}
