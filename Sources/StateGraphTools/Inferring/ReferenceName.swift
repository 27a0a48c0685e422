/// Compares the name of a column with the last word of a table's name, to find out whether the
/// column can refer to the table.
///
/// For example, `species_id` can refer to `pokemon_species`. Such a name is weaker evidence than
/// the full name of the table. The column becomes a reference only if all its values exist in the
/// table.
struct ReferenceName {
  /// Whether the column name without its ending, such as `_id`, matches the end of the table's
  /// name. False if the column name has no such ending.
  let isLastWord: Bool

  init(_ column: String, target: InferredTable) {
    let base = Self.base(of: column, key: target.key[0])
    // A column whose name has no such ending often contains a text or a number of its own.
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

  /// Returns whether the names of two tables begin with the same word, in the singular or the
  /// plural. For example, `berries` and `berry_firmness` do.
  static func areFamily(_ one: InferredTable, and other: InferredTable) -> Bool {
    let words = [one, other].map { table in
      EnglishNoun.singular(String(table.name.split(separator: "_").first ?? ""))
    }
    return !words[0].isEmpty && words[0].utf8.elementsEqual(words[1].utf8)
  }

  /// Returns the name of a column without an ending such as `_id`. Returns the whole name if it has
  /// no such ending.
  static func base(of column: String, key: String) -> String {
    for ending in ["_id", "_code", "_key", "_ref", "_no", "_number", "_" + key]
    where column.hasSuffix(ending) {
      return String(column.dropLast(ending.count))
    }
    return column
  }
}
