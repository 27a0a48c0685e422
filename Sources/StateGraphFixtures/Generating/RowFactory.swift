import StateGraphSQLite

/// Makes the values of rows of one table, so that the rows satisfy all rules of the table.
///
/// ``KeyWalk`` values fill the columns of keys first. The other columns are filled in groups: the
/// factory draws random values for a group until all rules of the group accept them.
/// ``RowGenerator`` inserts the rows.
final class RowFactory {
  /// How often random values are drawn for one row or one group of its columns before an error is
  /// thrown.
  static let tryLimit = 500
  private static let keyLimit = 4

  let shape: TableShape
  private let candidates: [ColumnCandidates]
  private let choices: ChoiceSequence
  private let parents: (TableShape.Reference) -> ParentRows?
  private let walks: [KeyWalk]
  private var watched: [WatchedKey]
  private let checks: [CheckEvaluator.Prepared]
  private let groups: [ColumnGroup]
  private let rowCount: Int
  private var pools: [Int: [[SQLiteValue]]] = [:]
  /// Rows in which only the columns of keys are filled, made by ``planKeys(of:count:)``. They are
  /// in reverse order, so that ``row()`` takes the last one.
  private var plannedRows: [[SQLiteValue?]] = []

  /// - Parameters:
  ///   - shape: The rules of the table.
  ///   - rowCount: How many rows the caller will ask for.
  ///   - own: The developer's own values for columns.
  ///   - choices: Makes the random decisions.
  ///   - connection: The database that contains the table. New rows must fit the rows that the
  ///     table contains.
  ///   - parents: Returns the rows to which a reference can point, or nil if none are known yet.
  init(
    _ shape: TableShape,
    rowCount: Int,
    own: OwnValues,
    choices: ChoiceSequence,
    on connection: Connection,
    parents: @escaping (TableShape.Reference) -> ParentRows?
  ) throws {
    let table = shape.table
    let evaluator = CheckEvaluator(table, generated: shape.generated, on: connection)
    let candidates = table.columns.indices.map { index in
      ColumnCandidates(
        table.columns[index],
        checks: shape.checks.filter { evaluator.storedColumns(of: $0).contains(index) },
        own: own.values(of: table.columns[index].name, in: table.name)
      )
    }
    let planner = KeyPlanner(
      shape: shape,
      rowCount: rowCount,
      candidates: candidates,
      evaluator: evaluator,
      choices: choices,
      parents: parents
    )
    var (walks, watched): ([KeyWalk], [WatchedKey]) = ([], [])
    for key in shape.keys {
      let taken = try Self.taken(key, of: table, on: connection)
      let walked = Set(walks.flatMap(\.key))
      if let walk = try planner.walk(key, besides: walked, taken: taken) {
        walks.append(walk)
      } else {
        watched.append(WatchedKey(key, of: table, taken: taken))
      }
    }
    let walked = Set(walks.flatMap(\.key))
    checks = try shape.checks.map { check throws(GenerationError) in try evaluator.prepare(check) }
    groups = ColumnGroup.groups(
      shape.stored.filter { !walked.contains($0) },
      references: shape.references,
      checks: checks.map(\.columns),
      watched: watched.map(\.columns)
    )
    (self.shape, self.candidates, self.choices) = (shape, candidates, choices)
    (self.walks, self.watched, self.parents, self.rowCount) = (walks, watched, parents, rowCount)
  }

  /// Returns the values of a new row, one for each column of the table.
  ///
  /// - Throws: ``GenerationError`` with the rule that refuses the row.
  func row() throws -> [SQLiteValue] {
    var failure: (any Error)?
    // A rule may refuse a key together with every value of the other columns, so a few keys are
    // tried.
    for _ in 0..<Self.keyLimit {
      let planned = plannedRows.popLast()
      var made: [SQLiteValue?] = []
      do {
        var row = try planned ?? keys()
        made = row
        for (number, group) in groups.enumerated() { try fill(group, number: number, in: &row) }
        for index in watched.indices { watched[index].remember(row) }
        return row.map { $0 ?? .null }
      } catch let error as GenerationError where walks.count > 0 && planned == nil {
        if !made.isEmpty { for walk in walks { walk.handBack(made) } }
        failure = failure ?? error
      }
    }
    throw failure ?? GenerationError("no row can be made", remedy: "")
  }

  /// Makes the keys of later rows in advance, so that rows of other tables can refer to them. The
  /// next calls of ``row()`` use these keys.
  ///
  /// - Returns: One element for each row: its values in `columns`. Empty if no ``KeyWalk`` makes
  ///   one of these columns.
  func planKeys(of columns: [Int], count: Int) throws -> [[SQLiteValue]] {
    guard Set(walks.flatMap(\.key)).isSuperset(of: columns) else { return [] }
    while plannedRows.count < count { plannedRows.append(try keys()) }
    plannedRows.reverse()
    return plannedRows.reversed().map { row in columns.map { row[$0] ?? .null } }
  }

  private func keys() throws -> [SQLiteValue?] {
    var row: [SQLiteValue?] = Array(repeating: nil, count: shape.table.columns.count)
    for (number, walk) in walks.enumerated()
    where try !walk.next(into: &row, prefersReturned: number > 0) {
      try end(of: walk, &row)
    }
    return row
  }

  private static func taken(
    _ key: [Int],
    of table: TableSchema,
    on connection: Connection
  ) throws -> Set<[SQLiteValue]> {
    let sql: SQL =
      "SELECT \(columns: key.map { table.columns[$0].name }) FROM \(table: table.name)"
    let collations = key.map { table.columns[$0].collation }
    return Set(
      try connection.rows(sql).map { row in
        zip(row.values, collations).map { $0.folded(by: $1) }
      }
    )
  }

  /// Fills the columns of a key whose walk has no further key. If the key allows NULL, one of its
  /// columns becomes NULL, because SQLite lets any number of rows have such a key.
  private func end(of walk: KeyWalk, _ row: inout [SQLiteValue?]) throws {
    if let column = walk.key.first(where: { !shape.isRequired($0) }) {
      for other in walk.key where shape.isRequired(other) {
        row[other] = candidates[other].presentValue(choices)
      }
      return row[column] = .null
    }
    if let check = walk.refusing {
      throw GenerationError(.check(check), of: shape.table, tries: Self.tryLimit)
    }
    throw GenerationError(
      key: walk.key,
      of: shape.table,
      valueCount: walk.count,
      rowCount: rowCount
    )
  }

  // MARK: Groups

  private func fill(_ group: ColumnGroup, number: Int, in row: inout [SQLiteValue?]) throws {
    let isPooled =
      !group.checks.isEmpty && group.references.isEmpty && group.watched.isEmpty
      && !choices.isRecorded
      && group.checks.allSatisfy { group.columns.isSuperset(of: checks[$0].columns) }
    guard isPooled else { return try draw(group, in: &row) }
    // The evaluation of a CHECK takes longer than the insertion of a row. The factory therefore
    // draws 256 combinations of values once, and each row gets one of them.
    let columns = group.columns.sorted()
    if pools[number] == nil {
      pools[number] = try (0..<256).map { _ in
        var values = row
        try draw(group, in: &values)
        return columns.map { values[$0] ?? .null }
      }
    }
    guard let values = choices.element(of: pools[number] ?? []) else { return }
    for (column, value) in zip(columns, values) { row[column] = value }
  }

  /// Draws values for the columns of a group until all rules of the group accept them.
  private func draw(_ group: ColumnGroup, in row: inout [SQLiteValue?]) throws {
    var last: RowRefusal?
    var satisfied: Set<Int> = []
    let columns = group.columns.sorted()
    for _ in 0..<(columns.isEmpty ? 1 : Self.tryLimit) {
      var values = row
      last = try refusal(of: group, columns, in: &values, satisfied: &satisfied)
      if last == nil { return row = values }
    }
    // If several constraints have refused values, the error names one that no values have
    // satisfied.
    if case .check = last, let never = group.checks.first(where: { !satisfied.contains($0) }) {
      last = .check(checks[never].check)
    }
    if let last { throw GenerationError(last, of: shape.table, tries: Self.tryLimit) }
  }

  /// Fills the columns of a group once. Returns the rule that refuses the values, or nil if all
  /// rules of the group accept them.
  private func refusal(
    of group: ColumnGroup,
    _ columns: [Int],
    in row: inout [SQLiteValue?],
    satisfied: inout Set<Int>
  ) throws -> RowRefusal? {
    for reference in group.references where !refer(reference, in: &row) {
      return .reference(reference)
    }
    for column in columns where row[column] == nil {
      let neighbours = group.checks.isEmpty ? [] : columns.compactMap { row[$0] }
      row[column] = candidates[column].value(choices, besides: neighbours)
    }
    for index in group.checks {
      guard try checks[index].isSatisfied(by: row) else { return .check(checks[index].check) }
      satisfied.insert(index)
    }
    return group.watched.first { !watched[$0].isNew(in: row) }.map { .key(watched[$0].columns) }
  }

  // MARK: References

  /// Chooses the row to which a reference points, and sets the columns of the reference. Returns
  /// false if no row fits the columns of the reference that have values.
  ///
  /// As in SQLite, a reference with NULL in one of its columns points to no row.
  private func refer(
    _ reference: TableShape.Reference,
    in row: inout [SQLiteValue?]
  ) -> Bool {
    let places = reference.columns.indices
    let fixed = places.filter { row[reference.columns[$0]] != nil }
    let optional = places.map { reference.columns[$0] }
      .filter { row[$0] == nil && !shape.isRequired($0) }
    let isInactive = fixed.contains { row[reference.columns[$0]] == .some(.null) }
    if isInactive || (!optional.isEmpty && choices.isRare(oneIn: 6)) {
      for column in optional { row[column] = .null }
      return true
    }
    if let values = target(of: reference, fixed, in: row) {
      for (column, value) in zip(reference.columns, values) { row[column] = value }
      return true
    }
    for column in optional { row[column] = .null }
    return !optional.isEmpty
  }

  private func target(
    of reference: TableShape.Reference,
    _ fixed: [Int],
    in row: [SQLiteValue?]
  ) -> [SQLiteValue]? {
    if let rows = parents(reference), rows.count > 0 {
      if fixed.isEmpty { return rows[choices.below(rows.count)] }
      let values = fixed.map { row[reference.columns[$0]] ?? .null }
      let numbers = rows.numbers(of: values, in: fixed)
      if let number = choices.element(of: numbers) { return rows[number] }
    }
    guard reference.table.isSameName(as: shape.table.name) else { return nil }
    // The table refers to itself. Its first row finds no other row, so it refers to itself.
    let own = reference.referencedColumns.map { name in
      shape.table.columnIndex(name).flatMap { row[$0] }
    }
    let fits = fixed.allSatisfy { row[reference.columns[$0]] == own[$0] }
    return fits && !own.contains(nil) ? own.compactMap { $0 } : nil
  }
}
