/// Words, names and sentences. Two in a hundred contain characters that a careless parser misreads:
/// quotes, commas, line breaks, letters outside of ASCII.
enum TextSource {
  static func name(_ random: inout SeededRandom) -> String {
    let name = "\(random.element(of: firstNames)) \(random.element(of: lastNames))"
    return awkward(name, &random)
  }

  static func sentence(words range: ClosedRange<Int>, _ random: inout SeededRandom) -> String {
    let count = range.lowerBound + random.below(range.count)
    var text = ""
    for position in 0..<count {
      if position > 0 { text += " " }
      text += random.element(of: words)
    }
    return awkward(text, &random)
  }

  private static func awkward(_ text: String, _ random: inout SeededRandom) -> String {
    guard random.percent(2) else { return text }
    switch random.below(6) {
    case 0: return "\"\(text)\""
    case 1: return "\(text), or \"so\" they say"
    case 2: return "\(text)\nand a second line"
    case 3: return "\(text)\r\nand a line of another kind"
    case 4: return "\(text) caf\u{E9} cafe\u{301} \u{9673}"
    default: return "\(text) \u{1F389}\u{1F469}\u{200D}\u{1F680}, \"done\""
    }
  }

  private static let firstNames = [
    "Ada", "Alan", "Barbara", "Chen", "Dana", "Edsger", "Fatima", "Grace", "Hedy", "Ivan", "Jorge",
    "Katherine", "Linus", "Margaret", "Niklaus", "Olga", "Priya", "Radia", "Sofia", "Tim",
  ]

  private static let lastNames = [
    "Allen", "Babbage", "Church", "Dijkstra", "Easley", "Franklin", "Goldberg", "Hamilton",
    "Hopper", "Johnson", "Knuth", "Lamarr", "Lamport", "Liskov", "Lovelace", "Noether", "Perlman",
    "Turing", "Wirth", "Zuse",
  ]

  private static let words = [
    "a", "after", "and", "around", "bright", "carries", "cold", "door", "early", "every", "field",
    "finds", "for", "garden", "grain", "harbour", "house", "in", "keeps", "lamp", "late", "letter",
    "light", "line", "little", "long", "market", "morning", "mountain", "never", "night", "of",
    "old", "on", "over", "paper", "quiet", "rain", "reads", "river", "road", "sea", "slow", "some",
    "stone", "street", "summer", "table", "the", "thread", "through", "town", "tree", "turns",
    "under", "walks", "water", "weaves", "white", "wind", "winter", "with", "words", "writes",
  ]
}
