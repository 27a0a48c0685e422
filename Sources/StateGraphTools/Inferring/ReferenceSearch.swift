import StateGraphFormats
import StateGraphSQLite

/// Searches for columns that contain keys of another table, by comparing names and values.
///
/// A column becomes a foreign key only if every value exists in the other table. An import of the
/// same files therefore cannot fail at this foreign key.
///
/// An incomplete match becomes only a comment. If the name of the column suggests the table, at
/// least 50 % of the values must exist in the table. Otherwise, at least 95 % must exist.
///
/// Small integers exist in many tables by chance. Integers whose column does not suggest the table
/// therefore become a comment, and only if the keys of the table have large gaps.
struct ReferenceSearch {
  private let tables: [InferredTable]
  private let area: StagingArea
  /// The names of the temporary tables with the distinct values of a key, by the name of the table
  /// that has the key. ``keyValues(of:)`` creates them.
  private var keys: [ExactName: String] = [:]

  init(_ tables: [InferredTable], in area: StagingArea) {
    self.tables = tables
    self.area = area
  }

  mutating func run() throws(ImportError) {
    for table in tables {
      for column in table.columns where isCandidate(column, of: table) {
        try search(column, of: table)
      }
    }
  }

  /// Returns the name of a temporary table with the distinct values of the key of `table`. The
  /// first call creates the temporary table. Returns nil if the key has several columns.
  mutating func keyValues(of table: InferredTable) throws(ImportError) -> String? {
    if let known = keys[ExactName(table.name)] { return known }
    guard table.key.count == 1 else { return nil }
    var parts: [SQL] = []
    for part in table.parts {
      guard let index = part.staged[ExactName(table.key[0])] else { continue }
      let column = StagingTable.column(index)
      let staging = part.shape.staging.name
      // A nested record that has only a key does not describe a row, unless the table has no other
      // column.
      let isPartial = part.isMention && table.columns.count > 1
      parts.append(
        """
        SELECT \(column: column) FROM temp.\(table: staging)
        WHERE \(column: column) IS NOT NULL
          AND NOT (\(isPartial ? Self.isBare(part, key: index) : "0"))
        """
      )
    }
    let name = try area.makeKeys(parts)
    keys[ExactName(table.name)] = name
    return name
  }

  /// Counts the nested records that have only a key, if no complete record has this key. Also
  /// returns the place of the first such member. Returns nil if there are none. By default, an
  /// import fails at such a record.
  mutating func mentionsOfNothing(
    in table: InferredTable
  ) throws(ImportError) -> (missing: Int64, place: InputPlace)? {
    guard table.columns.count > 1 else { return nil }
    for part in table.parts
    where part.isMention && (part.shape.bareCount > 0 || part.bareColumns != nil) {
      guard let keys = try keyValues(of: table) else { return nil }
      guard let index = part.staged[ExactName(table.key[0])] else { continue }
      let column = StagingTable.column(index)
      let missing = try area.count(
        """
        SELECT count(*) FROM temp.\(table: part.shape.staging.name)
        WHERE (\(Self.isBare(part, key: index))) AND \(column: column) NOT IN temp.\(table: keys)
        """
      )
      if missing > 0 { return (missing, part.shape.place) }
    }
    return nil
  }

  /// Returns an SQL condition that is true for the records that have only their key.
  private static func isBare(_ part: InferredTable.Part, key: Int) -> SQL {
    guard let columns = part.bareColumns else { return "bare" }
    let others = columns.filter { $0 != key }.map {
      "\(column: StagingTable.column($0)) IS NULL" as SQL
    }
    return others.isEmpty ? "1" : "\(others, separator: " AND ")"
  }

  private func isCandidate(_ column: InferredTable.Column, of table: InferredTable) -> Bool {
    guard let profile = column.profile, profile.valueCount > 0, !profile.hasLongValue else {
      return false
    }
    return column.type.isKeyType && !column.isMade
      && !table.objectMembers.contains { $0.isSameName(as: column.name) }
      && !table.references.contains { $0.columns.contains { $0.isSameName(as: column.name) } }
  }

  private mutating func search(
    _ column: InferredTable.Column,
    of table: InferredTable
  ) throws(ImportError) {
    var byLastWord: [(target: InferredTable, rows: Int64)] = []
    var byValues: [(target: InferredTable, fit: Fit)] = []
    for target in tables
    where target.key.count == 1 && !isUnclear(column.name, of: table, to: target) {
      let isKeyItself = target === table && target.key == [column.name]
      guard !isKeyItself, let type = target.column(target.key[0])?.type, type.sql == column.type.sql
      else { continue }
      let isNamed = Self.names(column.name, target: target, from: table)
      let isPart = !isNamed && ReferenceName(column.name, target: target).isLastWord
      let isOwnKey = table.key == [column.name]
      let isText = type.sql == "TEXT"
      guard isNamed || isPart || (target !== table && !isOwnKey) else { continue }
      let fit = try measure(column.name, of: table, in: target)
      guard fit.rows > 0 else { continue }
      guard isNamed || isPart || isText else {
        if fit.missing == 0, fit.distinct >= Self.integerEvidence, try hasGaps(target) {
          byValues.append((target, fit))
        }
        continue
      }
      if isPart, fit.missing == 0 {
        byLastWord.append((target, fit.rows))
      } else if fit.missing == 0, isNamed || fit.distinct >= 3 {
        let how = isNamed ? "by name, and " : "by its values alone: "
        refer(column, of: table, to: target, note: how + "all \(fit.rows) values exist there")
        return
      } else if !isPart {
        note(fit, isNamed: isNamed, column: column, of: table, target: target)
      }
    }
    chooseByLastWord(byLastWord, column: column, of: table)
    if byLastWord.isEmpty { propose(byValues, column: column, of: table) }
  }

  /// The number of different integers that must be keys of a table, if nothing but the values
  /// suggests a reference.
  private static let integerEvidence: Int64 = 20

  /// Returns whether the keys of a table are a small part of the integers between the first and the
  /// last one.
  ///
  /// Integers that are no references would then hardly all be keys.
  private mutating func hasGaps(_ target: InferredTable) throws(ImportError) -> Bool {
    guard let keys = try keyValues(of: target) else { return false }
    return try area.count(
      """
      SELECT max(value) * 1.0 - min(value) >= 10.0 * count(*) FROM temp.\(table: keys)
      WHERE typeof(value) = 'integer'
      """
    ) == 1
  }

  private func propose(
    _ matches: [(target: InferredTable, fit: Fit)],
    column: InferredTable.Column,
    of table: InferredTable
  ) {
    guard let fit = matches.first?.fit else { return }
    let names = matches.map { "\($0.target.name) (\($0.target.key[0]))" }
    table.notes.append(
      "\(column.name) may be REFERENCES \(names.joined(separator: " or ")), by its values alone: "
        + "all \(fit.rows) values (\(fit.distinct) different) exist there, and the keys have gaps"
    )
  }

  /// Returns whether the importer could confuse a reference by this column with the reference of an
  /// array element to its enclosing record.
  private func isUnclear(
    _ column: String,
    of table: InferredTable,
    to target: InferredTable
  ) -> Bool {
    let names = target.key.map { InferredTables.referring(to: $0, of: target) } + [target.singular]
    return names.contains { $0.isSameName(as: column) }
      && table.references.contains { $0.isOfElements && $0.table.isSameName(as: target.name) }
  }

  /// Adds a reference to a table whose name ends with the name of the column.
  ///
  /// If several tables match, the one is chosen whose name begins with the same word as the name of
  /// this table. For example, `item_pockets` refers to `item_categories`. If there is not exactly
  /// one such table, a comment lists the matches and no reference is added.
  private func chooseByLastWord(
    _ matches: [(target: InferredTable, rows: Int64)],
    column: InferredTable.Column,
    of table: InferredTable
  ) {
    let family = matches.filter { ReferenceName.areFamily(table, and: $0.target) }
    let chosen = family.count == 1 ? family : matches
    guard chosen.count == 1, let match = chosen.first else {
      if matches.isEmpty { return }
      let names = matches.map { "\($0.target.name) (\($0.target.key[0]))" }
      table.notes.append(
        "\(column.name) may be REFERENCES \(names.joined(separator: " or ")): all "
          + "\(matches[0].rows) values exist in each of them"
      )
      return
    }
    let how = family.count == 1 && matches.count > 1 ? ", and by the first word of this table" : ""
    refer(
      column,
      of: table,
      to: match.target,
      note: "by the last word of its name\(how): all \(match.rows) values exist there"
    )
  }

  private func refer(
    _ column: InferredTable.Column,
    of table: InferredTable,
    to target: InferredTable,
    note: String
  ) {
    table.references.append(
      InferredReference(
        columns: [column.name],
        table: target.name,
        referencedColumns: target.key,
        note: note
      )
    )
  }

  private func note(
    _ fit: Fit,
    isNamed: Bool,
    column: InferredTable.Column,
    of table: InferredTable,
    target: InferredTable
  ) {
    let share = 100 * (fit.rows - fit.missing) / fit.rows
    guard isNamed ? share >= 50 : share >= 95 && fit.distinct >= 10 else { return }
    table.notes.append(
      "\(column.name) is not REFERENCES \(target.name) (\(target.key[0])): \(fit.missing) of "
        + "\(fit.rows) values do not exist there (\(share) % do). If you add REFERENCES, import "
        + "needs --dangling null, and the column must not be NOT NULL."
    )
  }

  private struct Fit {
    var rows: Int64 = 0
    var missing: Int64 = 0
    var distinct: Int64 = 0
  }

  private mutating func measure(
    _ column: String,
    of table: InferredTable,
    in target: InferredTable
  ) throws(ImportError) -> Fit {
    var fit = Fit()
    guard let keys = try keyValues(of: target) else { return fit }
    for part in table.parts {
      guard let index = part.staged[ExactName(column)] else { continue }
      let name = StagingTable.column(index)
      let staging = part.shape.staging.name
      // A sample of the values excludes most columns quickly: at least one value of the sample must
      // be a key.
      let early = try area.count(
        """
        SELECT count(*) FROM (SELECT \(column: name) AS v FROM temp.\(table: staging)
          WHERE \(column: name) IS NOT NULL LIMIT 200) WHERE v IN temp.\(table: keys)
        """
      )
      if early == 0 { return Fit() }
      fit.rows += try area.count(
        "SELECT count(\(column: name)) FROM temp.\(table: staging)"
      )
      fit.missing += try area.count(
        """
        SELECT count(*) FROM temp.\(table: staging)
        WHERE \(column: name) IS NOT NULL AND \(column: name) NOT IN temp.\(table: keys)
        """
      )
      fit.distinct += try area.count(
        "SELECT count(DISTINCT \(column: name)) FROM temp.\(table: staging)"
      )
    }
    return fit
  }

  /// Returns whether the name of a column suggests a reference to the table `target`. It does in
  /// each of these cases:
  ///
  /// - The name contains the name of the table, such as `author`, `author_id` or `home_team_id`.
  /// - The name is that of the table's key, such as `carrier`.
  /// - The name is `parent_id` or similar, and `target` is the table of the column.
  private static func names(
    _ column: String,
    target: InferredTable,
    from table: InferredTable
  ) -> Bool {
    let key = target.key[0]
    let generic = ["id", "code", "name", "key", "uuid", "slug", "value", "number"]
    if target !== table, column == key, !generic.contains(key) { return true }
    if target === table, column == "parent_id" || column == "parent_" + key || column == "parent" {
      return true
    }
    let base = ReferenceName.base(of: column, key: key)
    // A column with the name of its own table often contains a count. The name alone is therefore
    // not sufficient for a reference to the same table.
    guard target !== table || base != column else { return false }
    let names = [target.name, target.singular]
    return names.contains(base) || names.contains { base.hasSuffix("_" + $0) }
      || names.contains(EnglishNoun.singular(base))
  }
}
