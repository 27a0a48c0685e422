import StateGraphFormats
import StateGraphSQLite

/// Searches for columns that identify the rows of an input.
///
/// The columns are unique in this input. Only a person can judge whether later inputs are unique
/// too.
struct KeySearch {
  private let table: InferredTable
  private let area: StagingArea
  private let candidates: [String]

  /// The number of columns that the search tries in pairs and triples.
  ///
  /// Columns after this number in the ranking are rarely part of a key.
  private static let maximumCombined = 14
  private static let sampleRows = 20_000
  /// The number of rows below which different values may be a coincidence.
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

  /// Searches for a primary key: first a single column, then pairs, then triples.
  ///
  /// - Returns: The columns of the key and the reason for the choice. Nil if no combination of up
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
        // The key lists its columns in the order of the input. The ranking has another order.
        let ordered = candidates.filter { columns.containsExactly($0) }
        let note = "no column alone is unique; these together are, in all \(rowCount) rows"
        return (ordered, note + weakness(of: columns))
      }
    }
    return nil
  }

  /// Returns the reason for a key of one column.
  ///
  /// A single row is always unique, so it is no evidence.
  private func evidence(for name: String) -> String {
    guard rowCount > 1 else {
      return "chosen without evidence, because the input has only one row: check that later rows "
        + "will be unique"
    }
    return "unique in all \(rowCount) rows" + weakness(of: [name])
  }

  /// Returns a remark for a key that may be a coincidence, because the table has few rows and the
  /// names of the columns do not suggest a key. Otherwise returns an empty text.
  private func weakness(of columns: [String]) -> String {
    guard rowCount < Self.weakRows, columns.contains(where: { rank($0) >= 100 }) else { return "" }
    return ", which is weak evidence: check that later rows will be unique too"
  }

  private var rowCount: Int64 {
    table.parts.filter { !$0.isMention }.reduce(0) { $0 + $1.shape.rowCount }
  }

  /// Returns the columns, beginning with the most likely key.
  ///
  /// The name of a column determines its rank. Columns with equal ranks stay in the order of the
  /// input. Columns of free text come last.
  private func ranked() -> [String] {
    candidates.enumerated().sorted { left, right in
      let (one, two) = (rank(left.element), rank(right.element))
      return one == two ? left.offset < right.offset : one < two
    }.map(\.element)
  }

  /// Returns the rank of a column name. A lower rank means a more likely key.
  ///
  /// Ranks below 100 belong to usual names of keys, such as `id` or `code`.
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
      // A sample of the rows excludes most candidates quickly. The next test reads all rows, but
      // only for the remaining candidates.
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
