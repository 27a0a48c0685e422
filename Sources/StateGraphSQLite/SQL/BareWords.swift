/// The words of a statement that stand in no string, quoted name, comment or, unless asked for,
/// bracket, in upper case: what is left of its grammar when its contents are taken away.
struct BareWords {
  private(set) var words: [String] = []
  private var word = ""
  private var depth = 0
  private let looksIntoBrackets: Bool

  /// - Parameter limit: No more words than these are looked for.
  init(_ sql: String, atMost limit: Int = .max, inBrackets: Bool = false) {
    looksIntoBrackets = inBrackets
    var rest = Substring(sql).unicodeScalars
    while words.count < limit, let scalar = rest.first {
      if let end = Self.endOfOpaque(rest) {
        finishWord()
        rest = rest[end...]
        continue
      }
      rest.removeFirst()
      switch scalar {
      case "(": depth += 1
      case ")": depth -= 1
      default:
        if scalar == "_" || scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) {
          if depth == 0 || looksIntoBrackets { word.unicodeScalars.append(scalar) }
          continue
        }
      }
      finishWord()
    }
    finishWord()
  }

  /// Whether `sequence` stands somewhere in the words.
  func contains(_ sequence: [String]) -> Bool {
    words.indices.contains { words[$0...].starts(with: sequence) }
  }

  private mutating func finishWord() {
    if !word.isEmpty { words.append(word.uppercased()) }
    word = ""
  }

  /// Where the string, quoted name or comment ends that begins here; nil where none does.
  private static func endOfOpaque(
    _ text: Substring.UnicodeScalarView
  ) -> Substring.UnicodeScalarView.Index? {
    let start = text.startIndex
    guard let first = text.first else { return nil }
    let behind = text.dropFirst()
    func end(behind closing: Unicode.Scalar) -> Substring.UnicodeScalarView.Index {
      behind.firstIndex(of: closing).map { text.index(after: $0) } ?? text.endIndex
    }
    switch first {
    // A doubled quote ends the string and begins it again, which comes to the same.
    case "'", "\"", "`": return end(behind: first)
    case "[": return end(behind: "]")
    case "-" where behind.first == "-": return end(behind: "\n")
    case "/" where behind.first == "*":
      var index = text.index(start, offsetBy: 2)
      while index < text.endIndex {
        let next = text.index(after: index)
        if text[index] == "*", next < text.endIndex, text[next] == "/" {
          return text.index(after: next)
        }
        index = next
      }
      return text.endIndex
    default: return nil
    }
  }
}
