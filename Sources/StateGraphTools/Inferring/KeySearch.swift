import StateGraphFormats
import StateGraphSQLite

/// Searches for columns that identify the rows of a table. They are unique in the present inputs.
/// Only a person can judge whether they will be unique in later inputs.
struct KeySearch {
  private let table: InferredTable
  private let area: StagingArea
  private let candidates: [String]

  /// The maximum number of columns that the search combines to pairs and triples. The columns with
  /// lower ranks are rarely part of a key.
  private static let maximumCombined = 14
  private static let sampleRows = 20_000
  /// If a table has fewer rows than this, different values can be a coincidence. A comment in the
  /// SQL then asks the user to check the key.
  private static let weakRows = 20

  init(_ table: InferredTable, in area: StagingArea) {
    self.table = table
    self.area = area
    candidates = table.columns.filter { column in
      guard let profile = column.profile, !profile.hasLongValue, profile.nested == nil else {
        return false
      }
      let name = ExactName(column.name)
      return column.type.isKeyType
        && table.parts.allSatisfy {
          $0.isMention || $0.staged[name] != nil && $0.valueCounts[name] == $0.shape.rowCount
        }
    }.map(\.name)
  }

  /// Searches for a primary key: first a single column, then a pair, then a triple.
  ///
  /// - Returns: The columns of the key, and the reason for the choice. Nil if no combination of up
  ///   to three columns is unique.
  func run() throws(ImportError) -> (columns: [String], note: String)? {
    let names = ranked()
    if let named = table.namedKey, candidates.containsExactly(named), try isUnique([named]) {
      return ([named], "nested records refer to rows by it")
    }
    for name in names where try isUnique([name]) {
      return ([name], evidence(for: name))
    }
    let few = Array(names.prefix(Self.maximumCombined))
    for size in [2, 3] {
      for columns in Self.combinations(of: few, size) where try isUnique(columns) {
        // The key has its columns in the order of the input, which differs from the order of the
        // ranks.
        let ordered = candidates.filter { columns.containsExactly($0) }
        let note = "no column alone is unique; these together are, in all \(rowCount) rows"
        return (ordered, note + weakness(of: columns))
      }
    }
    return nil
  }

  /// Returns the reason for a key of one column. If there is one row, the reason states that there
  /// is no evidence, because one row is always unique.
  private func evidence(for name: String) -> String {
    guard rowCount > 1 else {
      return "chosen without evidence, because the input has only one row: check that later rows "
        + "will be unique"
    }
    return "unique in all \(rowCount) rows" + weakness(of: [name])
  }

  /// Returns a remark if the key can be a coincidence: the table has few rows, and the name of a
  /// column does not suggest a key. Returns an empty text otherwise.
  private func weakness(of columns: [String]) -> String {
    guard rowCount < Self.weakRows, columns.contains(where: { rank($0) >= 100 }) else { return "" }
    return ", which is weak evidence: check that later rows will be unique too"
  }

  private var rowCount: Int64 {
    table.parts.filter { !$0.isMention }.reduce(0) { $0 + $1.shape.rowCount }
  }

  /// Returns the names of the candidate columns, with the most likely key first. The name of a
  /// column determines its rank. Columns with equal ranks stay in the order of the input.
  private func ranked() -> [String] {
    candidates.enumerated().sorted { left, right in
      let (one, two) = (rank(left.element), rank(right.element))
      return one == two ? left.offset < right.offset : one < two
    }.map(\.element)
  }

  /// Returns the rank of a column name. A lower rank stands for a more likely key. The ranks below
  /// 100 are those of usual names of keys, such as `id` or `code`.
  private func rank(_ name: String) -> Int {
    let singular = table.singular
    let exact =
      ["id", singular + "_id", table.name + "_id", "code", singular + "_code", singular]
      + ["uuid", "guid", "key", "slug"]
    let text = ["name", "title", "description", "comment", "comments", "content", "text", "notes"]
    if let index = exact.firstIndex(of: name) { return index }
    let words = name.split(separator: "_")
    if text.contains(String(words.last ?? "")) { return 300 }
    if table.references.contains(where: { $0.isOf([name]) }) { return 101 }
    let hints: Set<Substring> = ["id", "code", "key", "number", "no", "date", "time", "hour", "at"]
    if words.contains(where: { hints.contains($0) }) { return 100 }
    return 200
  }

  private func isUnique(_ columns: [String]) throws(ImportError) -> Bool {
    for part in table.parts where !part.isMention {
      let staged = columns.compactMap { part.staged[ExactName($0)] }
        .map { StagingTable.column($0) }
      let rows = part.shape.rowCount
      // A sample of the rows excludes most candidates quickly. Only the remaining candidates are
      // tested with all rows.
      for limit in rows > Self.sampleRows ? [Int64(Self.sampleRows), rows] : [rows] {
        let distinct = try area.count(
          """
          SELECT count(*) FROM (SELECT DISTINCT \(columns: staged) FROM
            (SELECT \(columns: staged) FROM temp.\(table: part.shape.staging.name) LIMIT \(limit)))
          """
        )
        guard distinct == limit else { return false }
      }
    }
    return true
  }

  private static func combinations(of names: [String], _ size: Int) -> [[String]] {
    guard size > 1 else { return names.map { [$0] } }
    return names.indices.flatMap { index in
      combinations(of: Array(names[(index + 1)...]), size - 1).map { [names[index]] + $0 }
    }
  }
}
