import StateGraphFormats
import StateGraphSQLite

/// Looks for the columns that tell the rows of an input apart. Every answer holds for the whole
/// input; that it will hold for the next one is for a person to say.
struct KeySearch {
  private let table: InferredTable
  private let area: StagingArea
  private let candidates: [String]

  /// Only so many columns are tried in twos and threes: what is no key in the first few names
  /// rarely is one at all.
  private static let maximumCombined = 14
  private static let sampleRows = 20_000

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

  /// - Returns: The columns of the key, and why; nil where no three columns tell all rows apart.
  func run() throws(ImportError) -> (columns: [String], note: String)? {
    let names = ranked()
    if let named = table.namedKey, candidates.containsExactly(named), try isUnique([named]) {
      return ([named], "nested records name their rows by it")
    }
    for name in names where try isUnique([name]) {
      return ([name], "unique in all \(rowCount) rows")
    }
    let few = Array(names.prefix(Self.maximumCombined))
    for size in [2, 3] {
      for columns in Self.combinations(of: few, size) where try isUnique(columns) {
        // In the order of the file, which is that of whoever made it.
        let ordered = candidates.filter { columns.containsExactly($0) }
        return (ordered, "no column alone is unique; together these are, in all \(rowCount) rows")
      }
    }
    return nil
  }

  private var rowCount: Int64 {
    table.parts.filter { !$0.isMention }.reduce(0) { $0 + $1.shape.rowCount }
  }

  /// Likely keys first: by name, then by where they stand; free text last.
  private func ranked() -> [String] {
    let singular = table.singular
    let exact =
      ["id", singular + "_id", table.name + "_id", "code", singular + "_code", singular]
      + ["uuid", "guid", "key", "slug"]
    let text = ["name", "title", "description", "comment", "comments", "content", "text", "notes"]
    func rank(_ name: String) -> Int {
      if let index = exact.firstIndex(of: name) { return index }
      let words = name.split(separator: "_")
      if text.contains(String(words.last ?? "")) { return 300 }
      if table.references.contains(where: { $0.isOf([name]) }) { return 101 }
      let hints: Set<Substring> = [
        "id", "code", "key", "number", "no", "date", "time", "hour", "at",
      ]
      if words.contains(where: { hints.contains($0) }) { return 100 }
      return 200
    }
    return candidates.enumerated().sorted { left, right in
      let (one, two) = (rank(left.element), rank(right.element))
      return one == two ? left.offset < right.offset : one < two
    }.map(\.element)
  }

  private func isUnique(_ columns: [String]) throws(ImportError) -> Bool {
    for part in table.parts where !part.isMention {
      let staged = columns.compactMap { part.staged[ExactName($0)] }
        .map { StagingTable.column($0) }
      let rows = part.shape.rowCount
      // Most are refuted by a few rows.
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
