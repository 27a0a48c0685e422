import StateGraphRows

/// Matches column values as SQLite's `LIKE … ESCAPE '\'` does (`patternCompare` in func.c).
///
/// A text ends at its first NUL character. Invalid UTF-8 is decoded as SQLite decodes it. Only the
/// letters A to Z match without regard to case.
package struct LikeMatcher: Hashable, Sendable {
  /// The maximum length of a pattern in SQLite, in bytes (`SQLITE_MAX_LIKE_PATTERN_LENGTH`).
  private static let byteLimit = 50_000

  private enum Piece: Hashable, Sendable {
    case any, one
    case scalar(UInt32)
  }

  private let pieces: [Piece]
  private let matchesBlobs: Bool

  /// Creates a matcher for a `LIKE` pattern.
  ///
  /// Returns nil if only SQLite can match the pattern, for example because the pattern is too long.
  /// The query must then run in SQLite.
  ///
  /// - Parameters:
  ///   - pattern: The pattern, in which `\` escapes `%`, `_` and itself.
  ///   - matchesBlobs: Whether this SQLite was compiled so that LIKE compares the bytes of a blob.
  ///     Otherwise LIKE is false for every blob.
  package init?(escaped pattern: String, matchesBlobs: Bool) {
    let bytes = Array(pattern.utf8)
    // SQLite treats U+0080, U+FFFD, U+FFFE and U+FFFF in a pattern in a special way.
    //
    // For example, if U+0080 follows `%`, SQLite also finds the byte 0x80 inside other characters.
    // Only SQLite can match these patterns correctly.
    guard bytes.count <= LikeMatcher.byteLimit, !bytes.contains(0),
      !pattern.unicodeScalars.contains(where: {
        ["\u{80}", "\u{fffd}", "\u{fffe}", "\u{ffff}"].contains($0)
      })
    else { return nil }
    var pieces: [Piece] = []
    var isEscaped = false
    bytes.withUnsafeBytes { bytes in
      var position = 0
      while position < bytes.count {
        let scalar = LikeMatcher.scalar(in: bytes, at: &position)
        switch UInt8(exactly: scalar) {
        case UInt8(ascii: "\\")? where !isEscaped:
          isEscaped = true
          continue
        case UInt8(ascii: "%")? where !isEscaped: pieces.append(.any)
        case UInt8(ascii: "_")? where !isEscaped: pieces.append(.one)
        default: pieces.append(.scalar(scalar))
        }
        isEscaped = false
      }
    }
    // SQLite matches no text if the pattern ends with the escape character.
    if isEscaped { return nil }
    self.pieces = pieces
    self.matchesBlobs = matchesBlobs
  }

  func matches(_ cell: RowCell) -> Bool {
    switch cell.storageClass {
    case .text: return matches(cell.buffer)
    case .blob: return matchesBlobs && matches(cell.buffer)
    // A column with text affinity stores no numbers.
    case .null, .integer, .real: return false
    }
  }

  /// Returns whether a text matches the pattern.
  ///
  /// Each `%` first matches as few characters as possible. After a mismatch, the search extends
  /// only the last `%`. The search therefore needs no recursion.
  private func matches(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var (piece, position) = (0, 0)
    var retry: (piece: Int, position: Int)?
    while position < bytes.count, bytes[position] != 0 {
      if piece < pieces.count, pieces[piece] == .any {
        piece += 1
        retry = (piece, position)
        continue
      }
      var next = position
      let scalar = LikeMatcher.scalar(in: bytes, at: &next)
      if piece < pieces.count, pieces[piece] == .one || pieces[piece] == .scalar(scalar) {
        piece += 1
        position = next
      } else if let last = retry {
        position = last.position
        _ = LikeMatcher.scalar(in: bytes, at: &position)
        retry = (last.piece, position)
        piece = last.piece
      } else {
        return false
      }
    }
    return pieces[piece...].allSatisfy { $0 == .any }
  }

  /// Returns the character at `position`, and moves `position` to the next character.
  ///
  /// Decodes invalid UTF-8 as SQLite's `sqlite3Utf8Read` does. Converts A to Z to lower case.
  private static func scalar(
    in bytes: UnsafeRawBufferPointer,
    at position: inout Int
  ) -> UInt32 {
    let first = bytes[position]
    position += 1
    guard first >= 0xc0 else { return UInt32(RowCell.folded(first)) }
    var scalar: UInt32 =
      switch first {
      case ..<0xe0: UInt32(first & 0x1f)
      case ..<0xf0: UInt32(first & 0x0f)
      case ..<0xf8: UInt32(first & 0x07)
      case ..<0xfc: UInt32(first & 0x03)
      case ..<0xfe: UInt32(first & 0x01)
      default: 0
      }
    while position < bytes.count, bytes[position] & 0xc0 == 0x80 {
      scalar = scalar << 6 &+ UInt32(bytes[position] & 0x3f)
      position += 1
    }
    let isNone = scalar < 0x80 || scalar & 0xffff_f800 == 0xd800 || scalar & 0xffff_fffe == 0xfffe
    return isNone ? 0xfffd : scalar
  }
}
