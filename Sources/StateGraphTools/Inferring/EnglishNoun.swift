/// Finds the singular and plural of English nouns in the names of tables and members.
///
/// A wrong result causes only an odd name or a missed relationship. No value is lost.
enum EnglishNoun {
  private static let irregular: [(singular: String, plural: String)] = [
    ("person", "people"), ("child", "children"), ("man", "men"), ("woman", "women"),
    ("datum", "data"), ("medium", "media"), ("index", "indices"), ("series", "series"),
    ("species", "species"), ("news", "news"), ("address", "addresses"), ("movie", "movies"),
    ("status", "statuses"), ("bus", "buses"), ("alias", "aliases"), ("leaf", "leaves"),
  ]

  /// Returns the name with its last word in the singular, such as `book_tag` for `book_tags`.
  static func singular(_ name: String) -> String {
    changingLastWord(of: name) { word in
      if let pair = irregular.first(where: { $0.plural == word || $0.singular == word }) {
        return pair.singular
      }
      if word.hasSuffix("ies"), word.count > 4 { return word.dropLast(3) + "y" }
      for ending in ["sses", "shes", "ches", "xes", "zes"] where word.hasSuffix(ending) {
        return String(word.dropLast(2))
      }
      let isPlural =
        word.hasSuffix("s") && word.count > 3
        && !["ss", "us", "is"].contains { word.hasSuffix($0) }
      return isPlural ? String(word.dropLast()) : word
    }
  }

  /// Returns the name with its last word in the plural, such as `book_tags` for `book_tag`.
  static func plural(_ name: String) -> String {
    changingLastWord(of: name) { word in
      if let pair = irregular.first(where: { $0.plural == word || $0.singular == word }) {
        return pair.plural
      }
      if singular(word) != word { return word }
      let beforeY = word.dropLast().last
      if word.hasSuffix("y"), let beforeY, !"aeiou".contains(beforeY) {
        return word.dropLast() + "ies"
      }
      let hisses = ["s", "sh", "ch", "x", "z"].contains { word.hasSuffix($0) }
      return word + (hisses ? "es" : "s")
    }
  }

  private static func changingLastWord(of name: String, _ change: (String) -> String) -> String {
    guard let mark = name.lastIndex(of: "_"), name.index(after: mark) != name.endIndex else {
      return change(name)
    }
    return name[...mark] + change(String(name[name.index(after: mark)...]))
  }
}
