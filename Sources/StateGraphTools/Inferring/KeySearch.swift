import StateGraphFormats
import StateGraphSQLite

/// Searches for columns that identify the rows of a table.
///
/// A key is a claim about records that have not come yet, so that values which differ in the
/// present inputs are not sufficient. A column also needs the name of a key, such as `id`, or
/// values that programs make to be unique, such as UUIDs.
struct KeySearch {
  private let table: InferredTable
  private let area: StagingArea
  private let candidates: [String]

  private static let sampleRows = 20_000
  /// The number of rows from which on the form of the values is sufficient for a key.
  private static let minimumRows: Int64 = 100

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

  /// Searches for a primary key.
  ///
  /// - Parameter tables: The tables whose records are not nested. A table that only connects rows
  ///   of others has a key of the columns that refer to them.
  /// - Returns: The columns of the key, and the reason for the choice. Nil if no columns are
  ///   certain to identify the rows.
  func run(among tables: [InferredTable]) throws(ImportError) -> (columns: [String], note: String)?
  {
    if let named = table.namedKey, candidates.containsExactly(named), try isUnique([named]) {
      return ([named], "nested records refer to rows by it")
    }
    let rows = Quantity(Int(rowCount), of: "row")
    for name in KeyName.of(table) where candidates.containsExactly(name) {
      guard try isUnique([name]) else { continue }
      return ([name], "by its name, and unique in \(rows)")
    }
    for name in candidates where try hasMadeValues(name) {
      return ([name], "its values are identifiers, and unique in all \(rows)")
    }
    let columns = table.columns.map(\.name)
    let references = columns.filter { refers($0, to: tables) }
    guard references.count > 1, try isUnique(references),
      references.allSatisfy({ candidates.containsExactly($0) }),
      columns.allSatisfy({ references.containsExactly($0) || $0 == "position" })
    else { return nil }
    return (references, "the rows only connect the rows to which these columns refer")
  }

  /// The reason why the table has no key, with a column that is unique by chance.
  func missing() throws(ImportError) -> String {
    for name in candidates where rowCount > 1 {
      guard try isUnique([name]) else { continue }
      return
        "\(name) is unique in all \(Quantity(Int(rowCount), of: "row")), but nothing else shows "
        + "that later records will differ in it"
    }
    return "no column has the name of a key and is unique"
  }

  /// Returns whether all values are UUIDs, ULIDs or object ids, and enough of them differ.
  private func hasMadeValues(_ name: String) throws(ImportError) -> Bool {
    guard rowCount >= Self.minimumRows, !name.hasSuffix("_id"), !name.hasSuffix("_uuid")
    else { return false }
    for part in table.parts where !part.isMention {
      guard let index = part.staged[ExactName(name)],
        part.shape.columns[index].areMadeIdentifiers
      else { return false }
    }
    return try isUnique([name])
  }

  /// Returns whether the name of a column suggests a reference to another of the tables.
  private func refers(_ column: String, to tables: [InferredTable]) -> Bool {
    let base = ReferenceName.base(of: column, key: "id")
    guard base != column else { return false }
    return tables.contains { other in
      other !== table && [other.name, other.singular].containsExactly(base)
    }
  }

  private var rowCount: Int64 {
    table.parts.filter { !$0.isMention }.reduce(0) { $0 + $1.shape.rowCount }
  }

  private func isUnique(_ columns: [String]) throws(ImportError) -> Bool {
    for part in table.parts where !part.isMention {
      let indexes = columns.compactMap { part.staged[ExactName($0)] }
      if indexes.count == 1,
        let areDistinct = part.shape.columns[indexes[0]].distinctness.areDistinct
      {
        guard areDistinct else { return false }
        continue
      }
      let staged = indexes.map { StagingTable.column($0) }
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
}
