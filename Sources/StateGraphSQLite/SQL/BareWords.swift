/// The words of an SQL statement that are not in quotes, in upper case: keywords, numbers, and
/// names without quotes. Words in round brackets are left out unless the caller asks for them.
struct BareWords {
  private(set) var words: [String] = []

  /// - Parameters:
  ///   - limit: The number of words to read at most.
  ///   - looksIntoBrackets: Whether words in round brackets are included.
  init(_ sql: String, atMost limit: Int = .max, inBrackets looksIntoBrackets: Bool = false) {
    var depth = 0
    for token in SQLTokenizer(sql) {
      guard words.count < limit else { return }
      switch token {
      case .symbol("("): depth += 1
      case .symbol(")"): depth -= 1
      case .word(let word) where depth == 0 || looksIntoBrackets: words.append(word.uppercased())
      default: break
      }
    }
  }

  /// Returns whether the words of `sequence` occur directly one after another.
  func contains(_ sequence: [String]) -> Bool {
    words.indices.contains { words[$0...].starts(with: sequence) }
  }
}
