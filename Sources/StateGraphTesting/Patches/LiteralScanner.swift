/// Finds the string literals among the arguments of a call in Swift source.
///
/// The scanner begins at the line of the call, and stops at the end of the line on which the last
/// parenthesis of the call is closed. It understands line comments, raw literals and literals of
/// several lines. It does not understand literals inside of an interpolation.
struct LiteralScanner {
  private let characters: [Character]
  private var position: Int
  /// How many parentheses are open at the current position.
  private var depth = 0
  private var hasCall = false

  init(_ source: String, line: Int) {
    characters = Array(source)
    position = 0
    var left = line - 1
    while left > 0, position < characters.count {
      if characters[position] == "\n" { left -= 1 }
      position += 1
    }
  }

  /// Returns the next string literal among the arguments of the call, or nil if no more follow.
  mutating func next() -> SourceLiteral? {
    while position < characters.count {
      switch characters[position] {
      case "(":
        depth += 1
        hasCall = true
      case ")": depth -= 1
      case "\n" where hasCall && depth <= 0: return nil
      case "/" where starts("//"):
        while position < characters.count, characters[position] != "\n" { position += 1 }
        continue
      case "#", "\"":
        if let literal = literal() { return literal }
      default: break
      }
      position += 1
    }
    return nil
  }

  private func starts(_ text: String, at start: Int? = nil) -> Bool {
    characters[(start ?? position)...].starts(with: text)
  }

  /// Reads the literal that begins at the current position, or returns nil if no literal begins
  /// there, or if the literal has no end.
  private mutating func literal() -> SourceLiteral? {
    let start = position
    var first = position
    while first < characters.count, characters[first] == "#" { first += 1 }
    guard first < characters.count, characters[first] == "\"" else { return nil }
    let hashCount = first - start
    let isLong = starts("\"\"\"", at: first)
    let quotes = isLong ? "\"\"\"" : "\""
    let end = quotes + String(repeating: "#", count: hashCount)
    let escape = "\\" + String(repeating: "#", count: hashCount)
    var place = first + quotes.count
    let content = place
    while place < characters.count, !starts(end, at: place) {
      if !isLong, characters[place] == "\n" { break }
      place += starts(escape, at: place) ? escape.count + 1 : 1
    }
    position = min(place, characters.count)
    guard starts(end, at: position) else { return nil }
    position += end.count
    let text = String(characters[content..<place])
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let indentation = isLong ? lines.last : nil
    return SourceLiteral(
      before: String(characters[..<start]),
      after: String(characters[position...]),
      hashCount: hashCount,
      indentation: indentation,
      value: Self.value(of: lines, indentation: indentation, escape: escape)
    )
  }

  /// Returns the value of a literal, or nil if the literal contains an interpolation or an escape
  /// that the scanner does not understand.
  private static func value(
    of lines: [String],
    indentation: String?,
    escape: String
  ) -> String? {
    guard let indentation else { return unescaped(lines.joined(), escape: escape) }
    let content = lines.dropFirst().dropLast().map { line in
      line.hasPrefix(indentation) ? String(line.dropFirst(indentation.count)) : line
    }
    return unescaped(content.joined(separator: "\n"), escape: escape)
  }

  private static func unescaped(_ text: String, escape: String) -> String? {
    var parts = text.split(separator: escape, omittingEmptySubsequences: false)[...]
    var value = String(parts.removeFirst())
    while let part = parts.popFirst() {
      switch part.first {
      case "\"": value += part
      case "n": value += "\n" + part.dropFirst()
      case "t": value += "\t" + part.dropFirst()
      // In a literal without #, an escaped backslash looks like two escapes with nothing between
      // them.
      case nil where escape == "\\": value += "\\" + (parts.popFirst() ?? "")
      case "\\": value += part
      default: return nil
      }
    }
    return value
  }
}
