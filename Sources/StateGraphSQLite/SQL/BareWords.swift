/// The words of a statement that are not in quotes, in upper case: keywords, numbers, and names
/// without quotes. Words in round brackets count only if they are asked for.
struct BareWords {
  private(set) var words: [String] = []

  /// - Parameters:
  ///   - limit: The number of words after which reading ends.
  ///   - looksIntoBrackets: Whether the words in round brackets count.
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

  /// Returns whether the words contain `sequence` as neighbours.
  func contains(_ sequence: [String]) -> Bool {
    words.indices.contains { words[$0...].starts(with: sequence) }
  }
}
