/// Creates the default names of tables and columns from the names of Swift types and properties.
///
/// `StateGraphTools` compiles this file by a link, because its generator must know these names, and
/// the command must not depend on a macro.
enum SQLName {
  /// Returns the default name of a table, which is the English plural in snake case.
  ///
  /// For example, `BookTag` becomes `book_tags`, `Category` becomes `categories`, and `Class`
  /// becomes `classes`.
  static func table(forType name: String) -> String {
    let word = snakeCase(name)
    let beforeLast = word.dropLast().last
    if word.hasSuffix("y"), let beforeLast, !"aeiou".contains(beforeLast) {
      return word.dropLast() + "ies"
    }
    if ["s", "x", "z", "ch", "sh"].contains(where: word.hasSuffix) { return word + "es" }
    return word + "s"
  }

  /// Returns the default name of a column: `publishedYear` becomes `published_year`.
  ///
  /// The library later adds `_id` for a reference to another entity. The macro cannot add the
  /// suffix, because a macro does not see which types are entities.
  static func column(forProperty name: String) -> String {
    snakeCase(name.filter { $0 != "`" })
  }

  /// Returns the bytes of `name` with the letters A to Z in lower case.
  ///
  /// SQLite ignores the case of ASCII letters only. Two names with the same result are the same
  /// name in SQLite. The result is bytes, because Swift's strings treat a composed and a decomposed
  /// "é" as equal, and SQLite does not.
  static func folded(_ name: String) -> [UInt8] {
    name.utf8.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
  }

  /// Returns `name` in snake case.
  ///
  /// For example, `avatarURL` becomes `avatar_url`, and `HTMLPage` becomes `html_page`. A capital
  /// letter begins a word after a lower-case letter or before one.
  private static func snakeCase(_ name: String) -> String {
    let characters = Array(name)
    var result = ""
    for (index, character) in characters.enumerated() {
      if character.isUppercase, index > 0 {
        let followsLower = !characters[index - 1].isUppercase
        let precedesLower = index + 1 < characters.count && characters[index + 1].isLowercase
        if followsLower || precedesLower, result.last != "_" { result += "_" }
      }
      result += character.lowercased()
    }
    return result
  }
}
