/// The pattern of ``QueryValue/like(_:)``: `%` stands for any text and `_` for one character, and
/// letters from A to Z match in either case, as SQLite has it.
///
/// A literal is a pattern; what is interpolated is text, whatever characters are in it:
///
/// ```swift
/// posts.query.where { $0.title.like("\(userText)%") }
/// ```
public struct LikePattern: Hashable, Sendable, ExpressibleByStringInterpolation {
  /// With `\` before each character that stands for itself.
  let escaped: String

  /// A pattern written in the program.
  public init(stringLiteral pattern: String) {
    escaped = LikePattern.escaping(pattern, "\\")
  }

  /// A pattern with text in it.
  public init(stringInterpolation: Interpolation) {
    escaped = stringInterpolation.escaped
  }

  /// A pattern that was put together at run time: every `%` and `_` in it is a wildcard.
  public init(wildcardsIn pattern: String) {
    self.init(stringLiteral: pattern)
  }

  /// Collects a pattern's pieces.
  public struct Interpolation: StringInterpolationProtocol {
    fileprivate var escaped = ""

    /// Reserves room.
    public init(literalCapacity: Int, interpolationCount: Int) {
      escaped.reserveCapacity(literalCapacity + interpolationCount * 8)
    }

    /// Part of the pattern.
    public mutating func appendLiteral(_ literal: String) {
      escaped += LikePattern.escaping(literal, "\\")
    }

    /// Text that stands for itself.
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

  /// What SQLite's LIKE says of `text`.
  func matches(_ text: String) -> Bool {
    let pieces = pieces
    let scalars = text.unicodeScalars.map(LikePattern.folded)
    // Greedy with one point to return to: the last `%`.
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
