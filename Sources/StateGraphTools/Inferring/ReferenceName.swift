/// The name of a column, compared with the last word of a table's name.
///
/// For example, `species_id` can refer to `pokemon_species`. Such a name is weaker evidence than
/// the full name of the table. The column therefore also needs values that all exist in the table.
struct ReferenceName {
  /// Whether the column name without its ending, such as `_id`, matches the end of the table name.
  let isLastWord: Bool

  init(_ column: String, _ target: InferredTable) {
    let base = Self.base(of: column, key: target.key[0])
    // A column without such an ending often contains a text or a number of its own.
    guard base != column else {
      isLastWord = false
      return
    }
    isLastWord = [target.name, target.singular].contains { name in
      name.hasSuffix("_" + base) || EnglishNoun.singular(name).hasSuffix("_" + base)
        || base.split(separator: "_").count > 1
          && name.hasSuffix("_" + String(base.split(separator: "_").last ?? ""))
    }
  }

  /// Returns whether the names of two tables begin with the same word, in the singular or plural.
  ///
  /// For example, `berries` and `berry_firmness` belong to the same family.
  static func areFamily(_ one: InferredTable, _ other: InferredTable) -> Bool {
    let words = [one, other].map { table in
      EnglishNoun.singular(String(table.name.split(separator: "_").first ?? ""))
    }
    return !words[0].isEmpty && words[0].utf8.elementsEqual(words[1].utf8)
  }

  /// Returns the name of a column without an ending such as `_id`.
  static func base(of column: String, key: String) -> String {
    for ending in ["_id", "_code", "_key", "_ref", "_no", "_number", "_" + key]
    where column.hasSuffix(ending) {
      return String(column.dropLast(ending.count))
    }
    return column
  }
}
