/// The words of an SQL text that are not in quotes, in upper case. Used to search SQL for keywords.
///
/// The words are keywords, numbers, and names without quotes. Words in round brackets are left out
/// unless the caller includes them.
struct BareWords {
  private(set) var words: [String] = []

  /// - Parameters:
  ///   - limit: The largest number of words to read.
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

  /// Returns whether the words of `sequence` follow one another in this text, with no other word in
  /// between.
  func contains(_ sequence: [String]) -> Bool {
    words.indices.contains { words[$0...].starts(with: sequence) }
  }
}
