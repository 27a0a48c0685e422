package import StateGraphRows

/// Decides in Swift whether a column value matches a `LIKE` pattern. The result is the same as for
/// SQLite's `LIKE … ESCAPE '\'` (the function `patternCompare` in func.c of SQLite 3.40).
///
/// Both the pattern and the text end at their first NUL byte. Invalid UTF-8 is decoded as SQLite
/// decodes it. Only the letters A to Z match without regard to case.
package struct LikeMatcher: Hashable, Sendable {
  /// The length of the longest pattern that SQLite accepts (`SQLITE_MAX_LIKE_PATTERN_LENGTH`), in
  /// bytes.
  private static let byteLimit = 50_000

  private let pattern: [UInt8]
  private let matchesBlobs: Bool

  /// Creates a matcher for a `LIKE` pattern. Returns nil if the pattern is longer than SQLite
  /// accepts.
  ///
  /// - Parameters:
  ///   - pattern: The pattern, in which `\` escapes `%`, `_` and itself.
  ///   - matchesBlobs: Whether this SQLite was compiled so that LIKE compares the bytes of a blob.
  ///     If false, LIKE is false for every blob.
  package init?(escaped pattern: ByteText, matchesBlobs: Bool) {
    self.init(escapedBytes: Array(pattern.string.utf8), matchesBlobs: matchesBlobs)
  }

  /// Creates a matcher from the bytes of an escaped `LIKE` pattern, which may be invalid UTF-8.
  package init?(escapedBytes pattern: [UInt8], matchesBlobs: Bool) {
    guard pattern.count <= LikeMatcher.byteLimit else { return nil }
    self.pattern = pattern
    self.matchesBlobs = matchesBlobs
  }

  package func matches(_ cell: RowCell) -> Bool {
    switch cell.storageClass {
    case .text: return matches(cell.buffer)
    case .blob: return matchesBlobs && matches(cell.buffer)
    // LIKE is used only for columns with text affinity, which store no numbers. NULL never matches.
    case .null, .integer, .real: return false
    }
  }

  private func matches(_ text: UnsafeRawBufferPointer) -> Bool {
    pattern.withUnsafeBytes { pattern in
      var comparison = LikeComparison(
        pattern: LikeReader(bytes: pattern),
        text: LikeReader(bytes: text)
      )
      return comparison.matches()
    }
  }
}

/// One comparison of a text with a pattern.
///
/// SQLite matches recursively, with one call for each `%`. After a mismatch, SQLite extends only
/// the last `%` to more characters of the text, and no earlier `%`. So this type stores only the
/// last `%` and needs no recursion.
private struct LikeComparison {
  private static let any = UInt32(UInt8(ascii: "%"))
  private static let one = UInt32(UInt8(ascii: "_"))
  private static let escape = UInt32(UInt8(ascii: "\\"))

  /// The state of the last `%` that was read. After a mismatch, the comparison continues from this
  /// state.
  ///
  /// `scalar` is the pattern character after the `%`, and `pattern` is the rest of the pattern
  /// after this character. `text` is the position in the text from which to search for `scalar`.
  private struct Search {
    let scalar: UInt32
    let pattern: LikeReader
    var text: LikeReader
  }

  /// The result of comparing one character of the pattern with the text.
  ///
  /// `decided` is the final result of the whole comparison. After `fits`, the comparison continues
  /// with the next character. After `mismatch`, the last `%` is extended to more characters of the
  /// text.
  private enum Step {
    case decided(Bool), fits, mismatch
  }

  var pattern: LikeReader
  var text: LikeReader
  private var search: Search?

  init(pattern: LikeReader, text: LikeReader) { (self.pattern, self.text) = (pattern, text) }

  mutating func matches() -> Bool {
    while true {
      switch step() {
      case .decided(let result): return result
      case .fits: continue
      case .mismatch: if !searchFurther() { return false }
      }
    }
  }

  private mutating func step() -> Step {
    var scalar = pattern.next()
    if scalar == 0 { return text.isAtEnd ? .decided(true) : .mismatch }
    if scalar == Self.any { return beginSearch() }
    var isEscaped = false
    if scalar == Self.escape {
      scalar = pattern.next()
      if scalar == 0 { return .mismatch }
      isEscaped = true
    }
    let found = text.next()
    if LikeReader.folded(scalar) == LikeReader.folded(found) { return .fits }
    return scalar == Self.one && !isEscaped && found != 0 ? .fits : .mismatch
  }

  /// Called after a `%` was read. Skips the wildcards that follow the `%`, and searches the text
  /// for the next ordinary character of the pattern.
  private mutating func beginSearch() -> Step {
    var scalar = pattern.next()
    while scalar == Self.any || scalar == Self.one {
      if scalar == Self.one, text.next() == 0 { return .decided(false) }
      scalar = pattern.next()
    }
    if scalar == 0 { return .decided(true) }
    if scalar == Self.escape {
      scalar = pattern.next()
      if scalar == 0 { return .decided(false) }
    }
    search = Search(scalar: scalar, pattern: pattern, text: text)
    return searchFurther() ? .fits : .decided(false)
  }

  /// Extends the last `%` to the next occurrence in the text of the character that follows the `%`
  /// in the pattern.
  ///
  /// The comparison continues after this occurrence. Returns false if no `%` was read, or if the
  /// text has no further occurrence.
  private mutating func searchFurther() -> Bool {
    guard var search else { return false }
    guard search.text.skip(to: search.scalar) else { return false }
    (pattern, text) = (search.pattern, search.text)
    self.search = search
    return true
  }
}

/// Reads the characters of a pattern or a text one after another, as SQLite does. The text ends at
/// its first NUL byte, where the reader returns 0.
private struct LikeReader {
  let bytes: UnsafeRawBufferPointer
  private var position = 0

  init(bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  private var byte: UInt8 { position < bytes.count ? bytes[position] : 0 }

  var isAtEnd: Bool { byte == 0 }

  /// Reads one character, as `sqlite3Utf8Read` does. An invalid character becomes
  /// U+FFFD, and so do U+FFFE and U+FFFF, as before SQLite 3.54.
  mutating func next() -> UInt32 {
    let first = byte
    guard first != 0 else { return 0 }
    position += 1
    guard first >= 0xc0 else { return UInt32(first) }
    var scalar: UInt32 =
      switch first {
      case ..<0xe0: UInt32(first & 0x1f)
      case ..<0xf0: UInt32(first & 0x0f)
      case ..<0xf8: UInt32(first & 0x07)
      case ..<0xfc: UInt32(first & 0x03)
      case ..<0xfe: UInt32(first & 0x01)
      default: 0
      }
    while byte & 0xc0 == 0x80 {
      scalar = scalar << 6 &+ UInt32(byte & 0x3f)
      position += 1
    }
    let isNone = scalar < 0x80 || scalar & 0xffff_f800 == 0xd800 || scalar & 0xffff_fffe == 0xfffe
    return isNone ? 0xfffd : scalar
  }

  /// Moves the reader to the position after the next occurrence of a character. Returns false if
  /// the text has no further occurrence.
  ///
  /// SQLite searches for an ASCII character byte by byte, and for any other character by decoding
  /// each character. The two searches give different results only in invalid UTF-8.
  mutating func skip(to scalar: UInt32) -> Bool {
    guard scalar < 0x80 else {
      while !isAtEnd {
        if next() == scalar { return true }
      }
      return false
    }
    let wanted = LikeReader.folded(scalar)
    while !isAtEnd {
      let found = UInt32(byte)
      position += 1
      if LikeReader.folded(found) == wanted { return true }
    }
    return false
  }

  /// Returns the character in lower case if it is one of the letters A to Z. Returns any other
  /// character unchanged.
  static func folded(_ scalar: UInt32) -> UInt32 {
    scalar &- UInt32(UInt8(ascii: "A")) < 26 ? scalar | 0x20 : scalar
  }
}
