/// The default names of tables and columns.
enum SQLName {
  /// `BookTag` → `book_tags`, `Category` → `categories`, `Class` → `classes`.
  static func table(forType name: String) -> String {
    let word = snakeCase(name)
    let beforeLast = word.dropLast().last
    if word.hasSuffix("y"), let beforeLast, !"aeiou".contains(beforeLast) {
      return word.dropLast() + "ies"
    }
    if ["s", "x", "z", "ch", "sh"].contains(where: word.hasSuffix) { return word + "es" }
    return word + "s"
  }

  /// `publishedYear` → `published_year`. The library adds `_id` for a reference, because the macro
  /// does not know the type.
  static func column(forProperty name: String) -> String {
    snakeCase(name.filter { $0 != "`" })
  }

  /// A name in the form by which SQLite compares names: only ASCII letters are case-insensitive.
  static func folded(_ name: String) -> String {
    String(
      String.UnicodeScalarView(
        name.unicodeScalars.map { scalar in
          ("A"..."Z").contains(scalar) ? Unicode.Scalar(UInt8(scalar.value) | 0x20) : scalar
        }
      )
    )
  }

  /// A capital letter begins a word, unless it continues a run of capitals: `avatarURL` →
  /// `avatar_url`.
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
