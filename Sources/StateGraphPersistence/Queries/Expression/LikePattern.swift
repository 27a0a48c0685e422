/// A pattern for ``QueryValue/like(_:)``. As in SQLite, `%` matches any text, `_` matches one
/// character, and the letters A to Z match without regard to case.
///
/// In a literal, `%` and `_` are wildcards. An interpolated string matches only itself, even if it
/// contains these characters:
///
/// ```swift
/// posts.query.where { $0.title.like("\(userText)%") }
/// ```
public struct LikePattern: Hashable, Sendable, ExpressibleByStringInterpolation {
  /// The pattern, with `\` before each `%`, `_` and `\` that is not a wildcard.
  let escaped: String

  /// Creates a pattern from a string literal.
  public init(stringLiteral pattern: String) {
    escaped = LikePattern.escaping(pattern, "\\")
  }

  /// Creates a pattern from a literal with interpolated text.
  public init(stringInterpolation: Interpolation) {
    escaped = stringInterpolation.escaped
  }

  /// Creates a pattern that was built at run time. Every `%` and `_` in it is a wildcard.
  public init(wildcardsIn pattern: String) {
    self.init(stringLiteral: pattern)
  }

  /// Builds a pattern from the segments of a literal.
  public struct Interpolation: StringInterpolationProtocol {
    fileprivate var escaped = ""

    /// Reserves capacity for the literal.
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

  /// Returns whether SQLite's LIKE matches `text` with this pattern.
  func matches(_ text: String) -> Bool {
    let pieces = pieces
    let scalars = text.unicodeScalars.map(LikePattern.folded)
    // Greedy matching with a single backtracking point, the last `%`.
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
