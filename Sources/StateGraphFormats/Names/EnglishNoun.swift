/// Finds the singular and plural of English nouns in the names of tables and JSON members.
///
/// A wrong result causes only an odd name or a missed relationship. No value is lost.
package enum EnglishNoun {
  /// Returns the name with its last word in the singular, such as `book_tag` for `book_tags`.
  package static func singular(_ name: String) -> String {
    changingLastWord(of: name) { word in
      if let pair = IrregularNoun.all.first(where: { $0.plural == word || $0.singular == word }) {
        return pair.singular
      }
      if IrregularNoun.unchanging.contains(word) || word.count < 4 { return word }
      guard word.hasSuffix("s"), !["ss", "us", "is"].contains(where: word.hasSuffix) else {
        return word
      }
      return regularSingular(word)
    }
  }

  /// Returns the name with its last word in the plural, such as `book_tags` for `book_tag`.
  package static func plural(_ name: String) -> String {
    changingLastWord(of: name) { word in
      if let pair = IrregularNoun.all.first(where: { $0.plural == word || $0.singular == word }) {
        return pair.plural
      }
      if IrregularNoun.unchanging.contains(word) || singular(word) != word { return word }
      let beforeY = word.dropLast().last
      if word.hasSuffix("y"), let beforeY, !"aeiou".contains(beforeY) {
        return word.dropLast() + "ies"
      }
      if word.hasSuffix("sis") { return word.dropLast(2) + "es" }
      let hisses = ["s", "sh", "ch", "x", "z"].contains { word.hasSuffix($0) }
      return word + (hisses ? "es" : "s")
    }
  }

  /// Returns the singular of a plural that ends in `s`.
  ///
  /// The word must not be in `IrregularNoun.all` or `IrregularNoun.unchanging`.
  private static func regularSingular(_ word: String) -> String {
    if word.hasSuffix("ies"), word.count > 4 {
      let noun = String(word.dropLast())
      return IrregularNoun.endingInIE.contains(noun) ? noun : word.dropLast(3) + "y"
    }
    // These are the endings of Greek nouns whose singular ends in `sis`, such as `analyses`. Most
    // other nouns that end in `ses` only lose the `s`, such as `phases`.
    let greek = ["yses", "crises", "theses", "gnoses", "oases", "nopses"]
    if greek.contains(where: word.hasSuffix) { return word.dropLast(2) + "is" }
    let noun = String(word.dropLast())
    let hissing = ["sses", "shes", "ches", "xes", "zzes", "tzes", "oes", "uses"]
    guard hissing.contains(where: word.hasSuffix), !IrregularNoun.endingInE.contains(noun),
      !["ouse", "ause"].contains(where: noun.hasSuffix)
    else { return noun }
    return String(word.dropLast(2))
  }

  private static func changingLastWord(of name: String, _ change: (String) -> String) -> String {
    guard let mark = name.lastIndex(of: "_"), name.index(after: mark) != name.endIndex else {
      return change(name)
    }
    return name[...mark] + change(String(name[name.index(after: mark)...]))
  }
}

/// The English nouns whose plural does not follow from their ending.
enum IrregularNoun {
  /// Nouns whose plural or singular the rules in `EnglishNoun` would form wrongly.
  static let all: [(singular: String, plural: String)] = [
    ("person", "people"), ("child", "children"), ("man", "men"), ("woman", "women"),
    ("mouse", "mice"), ("foot", "feet"), ("tooth", "teeth"), ("goose", "geese"), ("ox", "oxen"),
    ("datum", "data"), ("medium", "media"), ("bacterium", "bacteria"), ("criterion", "criteria"),
    ("phenomenon", "phenomena"), ("curriculum", "curricula"), ("memorandum", "memoranda"),
    ("index", "indices"), ("matrix", "matrices"), ("vertex", "vertices"),
    ("appendix", "appendices"), ("axis", "axes"), ("cactus", "cacti"), ("fungus", "fungi"),
    ("nucleus", "nuclei"), ("stimulus", "stimuli"), ("radius", "radii"), ("focus", "foci"),
    ("hero", "heroes"), ("echo", "echoes"), ("potato", "potatoes"), ("tomato", "tomatoes"),
    ("address", "addresses"), ("movie", "movies"), ("status", "statuses"), ("bus", "buses"),
    ("alias", "aliases"), ("bias", "biases"), ("atlas", "atlases"), ("canvas", "canvases"),
    ("gas", "gases"), ("lens", "lenses"), ("iris", "irises"), ("quiz", "quizzes"),
    ("whiz", "whizzes"), ("topaz", "topazes"), ("leaf", "leaves"), ("knife", "knives"),
    ("life", "lives"), ("wife", "wives"), ("wolf", "wolves"), ("shelf", "shelves"),
    ("bookshelf", "bookshelves"), ("half", "halves"), ("loaf", "loaves"), ("thief", "thieves"),
    ("calf", "calves"), ("elf", "elves"), ("scarf", "scarves"), ("hoof", "hooves"),
  ]

  /// Nouns whose singular and plural are the same, or that have only one form.
  static let unchanging: Set<String> = [
    "series", "species", "news", "means", "analytics", "athletics", "corps", "economics",
    "headquarters", "kudos", "mathematics", "physics", "politics", "chaos", "pants", "scissors",
    "trousers",
  ]

  /// Nouns that end in `ie`, such as `cookie`. The singular of any other plural that ends in `ies`
  /// ends in `y`.
  static let endingInIE: Set<String> = [
    "birdie", "brownie", "calorie", "cookie", "foodie", "genie", "hoodie", "pixie", "prairie",
    "rookie", "selfie", "smoothie", "sortie", "zombie",
  ]

  /// Nouns that end in `che`, `oe` or `use`, such as `cache`, `shoe` and `fuse`.
  ///
  /// Other plurals with these endings lose `es`, as `matches`, `heroes` and `viruses` do.
  static let endingInE: Set<String> = [
    "ache", "avalanche", "cache", "cliche", "creche", "headache", "moustache", "niche", "pastiche",
    "psyche", "quiche", "aloe", "canoe", "doe", "foe", "hoe", "oboe", "shoe", "toe", "abuse",
    "excuse", "fuse", "muse", "recluse", "refuse", "reuse", "ruse", "use",
  ]
}
