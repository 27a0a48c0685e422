import StateGraphFormats
package import StateGraphSQLite

/// Generates rows that satisfy the schema of a database: types, NOT NULL, references, UNIQUE and
/// CHECK.
///
/// The generator makes tables in their order, and ``RowFactory`` makes the rows of one table. The
/// same seed and the same schema lead to the same rows on each machine.
package final class RowGenerator {
  /// How many rows the generator makes for each table.
  package struct Counts: Sendable {
    /// The number of rows of each table that ``ofTables`` does not name.
    package var each: Int
    /// The number of rows of single tables, by the name of the table.
    package var ofTables: [String: Int] = [:]

    package init(each: Int) { self.each = each }

    fileprivate func count(of table: TableSchema) -> Int {
      ofTables.first { $0.key.isSameName(as: table.name) }?.value ?? each
    }
  }

  private struct ParentKey: Hashable {
    let table: [UInt8]
    let columns: [String]
  }

  private let connection: Connection
  private let own: OwnValues
  private let tables: [TableSchema]
  private let choices: (TableSchema) -> ChoiceSequence
  private var counts = Counts(each: 0)
  private var factories: [[UInt8]: RowFactory] = [:]
  private var parents: [ParentKey: ParentRows] = [:]
  /// The referenced columns whose values were made before their rows, because tables refer to each
  /// other in a cycle.
  private var planned: Set<ParentKey> = []
  private var finished: Set<[UInt8]> = []
  /// The tables whose factories are being created. If a reference leads back to one of them, the
  /// tables form a cycle.
  private var preparing: Set<[UInt8]> = []

  /// Creates a generator with random decisions.
  ///
  /// - Parameters:
  ///   - connection: The database. Its rows stay, and new rows may refer to them.
  ///   - seed: The seed of all decisions. Each table gets decisions of its own, so that a new table
  ///     in the schema does not change the rows of the others.
  ///   - own: The developer's own values for columns.
  package convenience init(
    _ connection: Connection,
    seed: UInt64,
    own: OwnValues = OwnValues()
  ) throws(DatabaseError) {
    try self.init(connection, own: own) { table in
      ChoiceSequence(seed: ChoiceSequence.seed(seed, for: table.name))
    }
  }

  /// Creates a generator whose decisions the caller makes.
  ///
  /// - Parameters:
  ///   - connection: The database. Its rows stay, and new rows may refer to them.
  ///   - own: The developer's own values for columns.
  ///   - choices: Returns the sequence that makes the decisions for a table.
  package init(
    _ connection: Connection,
    own: OwnValues,
    choices: @escaping (TableSchema) -> ChoiceSequence
  ) throws(DatabaseError) {
    self.connection = connection
    self.own = own
    self.choices = choices
    tables = try SchemaReader(connection).tables()
  }

  /// The names of all tables. Each table comes after the tables to which it refers, except in a
  /// cycle.
  package var tableNames: [String] { GenerationOrder.order(tables).map(\.name) }

  // MARK: A whole database

  /// Generates and inserts rows of all tables.
  ///
  /// Call this inside a transaction of a connection that does not enforce foreign keys.
  ///
  /// - Returns: The number of rows of each table, in the order of ``tableNames``.
  /// - Throws: ``GenerationError`` with the rule that cannot be satisfied; `DatabaseError` for an
  ///   error of SQLite.
  package func insertAll(_ counts: Counts) throws -> [(table: String, count: Int)] {
    for name in counts.ofTables.keys.sorted() where table(name) == nil {
      let nearest = FoldedName.nearest(to: name, among: tables.map(\.name))
      throw GenerationError(
        "the database has no table \(printable(name))",
        remedy: nearest.map { "The nearest is \(printable($0))" } ?? "Check the name"
      )
    }
    self.counts = counts
    let order = GenerationOrder.order(tables)
    for table in order {
      let count = counts.count(of: table)
      // A table with the count zero gets no factory, which could fail. Later tables may still refer
      // to its existing rows.
      if count > 0 { try insert(count, into: table) }
      finished.insert(FoldedName.key(table.name))
      factories[FoldedName.key(table.name)] = nil
      // The rows of the table are in the database now. The next table that refers to them reads
      // them from there, so they need not stay in memory.
      parents = parents.filter { planned.contains($0.key) }
    }
    return order.map { ($0.name, counts.count(of: $0)) }
  }

  private func insert(_ count: Int, into table: TableSchema) throws {
    let factory = try factory(of: table)
    let columns = factory.shape.stored
    let values: [SQL] = columns.map { _ in "?" }
    let sql: SQL = """
      INSERT INTO \(table: table.name) (\(columns: columns.map { table.columns[$0].name })) \
      VALUES (\(values, separator: ", "))
      """
    let statement = try connection.prepare(sql.text)
    let followers = followers(of: table)
    for _ in 0..<count {
      let row = try insertRow(factory, columns: columns, statement: statement)
      for follower in followers { follower.remember(row) }
    }
  }

  /// Makes and inserts a row. The factory does not know UNIQUE indexes on expressions, so SQLite
  /// may refuse a row. Another row is then tried.
  private func insertRow(
    _ factory: RowFactory,
    columns: [Int],
    statement: Statement
  ) throws -> [SQLiteValue] {
    for attempt in 1...RowFactory.tryLimit {
      let row = try factory.row()
      do throws(DatabaseError) {
        for (place, column) in columns.enumerated() {
          try statement.bind(row[column], at: place + 1)
        }
        try statement.run()
        return row
      } catch {
        let isTaken = error.constraint?.kind == .unique || error.constraint?.kind == .primaryKey
        guard isTaken, attempt < RowFactory.tryLimit else {
          throw isTaken ? refused(error, by: factory.shape.table) : error
        }
      }
    }
    return []
  }

  private func refused(_ error: DatabaseError, by table: TableSchema) -> any Error {
    GenerationError(
      "no row of \(table.name) is new after \(RowFactory.tryLimit) tries: \(error.message)",
      remedy: "Generate fewer rows of \(table.name)"
    )
  }

  // MARK: Some rows

  /// Returns new rows of one table, which refer to existing rows. The rows are not inserted.
  ///
  /// - Returns: The table, and one element for each row: its values, one for each column of the
  ///   table.
  /// - Throws: ``GenerationError`` with the rule that cannot be satisfied.
  package func rows(of name: String, count: Int) throws -> (TableSchema, [[SQLiteValue]]) {
    guard let table = table(name) else {
      throw GenerationError(
        "the database has no table \(printable(name))",
        remedy: "Check the name"
      )
    }
    counts.each = count
    for other in tables { finished.insert(FoldedName.key(other.name)) }
    let factory = try factory(of: table)
    let followers = followers(of: table)
    let rows = try (0..<count).map { _ in
      let row = try factory.row()
      for follower in followers { follower.remember(row) }
      return row
    }
    return (table, rows)
  }

  // MARK: References

  private func table(_ name: String) -> TableSchema? {
    tables.first { $0.name.isSameName(as: name) }
  }

  private func factory(of table: TableSchema) throws -> RowFactory {
    let key = FoldedName.key(table.name)
    if let known = factories[key] { return known }
    preparing.insert(key)
    defer { preparing.remove(key) }
    let shape = TableShape(table)
    // Load the existing rows before new rows are made. If the table refers to itself, each new row
    // is added to the loaded rows.
    for reference in shape.references { try prepareParents(of: reference, from: table) }
    let made = try RowFactory(
      shape,
      rowCount: counts.count(of: table),
      own: own,
      choices: choices(table),
      on: connection
    ) { [parents] reference in parents[Self.key(of: reference)] }
    factories[key] = made
    return made
  }

  private static func key(of reference: TableShape.Reference) -> ParentKey {
    ParentKey(
      table: FoldedName.key(reference.table),
      columns: reference.referencedColumns.map(FoldedName.fold)
    )
  }

  /// Loads the rows to which a reference can point. In a cycle of tables, also makes the keys of
  /// rows that do not exist yet.
  private func prepareParents(of reference: TableShape.Reference, from table: TableSchema) throws {
    let key = Self.key(of: reference)
    guard let parent = self.table(reference.table) else {
      throw GenerationError(
        "\(printable(table.name)) refers to the table \(printable(reference.table)), which does "
          + "not exist",
        remedy: "Create the table in a migration"
      )
    }
    if parents[key] == nil {
      let rows = ParentRows(width: reference.referencedColumns.count)
      let names = reference.referencedColumns
      let conditions: [SQL] = names.map { "\(column: $0) IS NOT NULL" }
      let sql: SQL = """
        SELECT \(columns: names) FROM \(table: parent.name) \
        WHERE \(conditions, separator: " AND ") ORDER BY \(columns: names)
        """
      let statement = try connection.prepare(sql)
      while try statement.step() { rows.append(statement.row()) }
      parents[key] = rows
    }
    // If tables refer to each other in a cycle, the referenced table may come later in the order.
    // Its new rows do not exist yet, so their keys are planned.
    let isLater = !finished.contains(FoldedName.key(parent.name)) && parent.name != table.name
    guard isLater, !preparing.contains(FoldedName.key(parent.name)) else { return }
    try plan(parent, for: reference)
  }

  private func plan(_ parent: TableSchema, for reference: TableShape.Reference) throws {
    let count = counts.count(of: parent)
    let key = Self.key(of: reference)
    guard count > 0, planned.insert(key).inserted else { return }
    let columns = reference.referencedColumns.compactMap { parent.columnIndex($0) }
    // The later table may itself refer to the table that needs its keys. The set `preparing` ends
    // this recursion.
    let keys = try factory(of: parent).planKeys(of: columns, count: count)
    if keys.isEmpty { planned.remove(key) }
    for values in keys { parents[key]?.append(values) }
  }

  /// Returns one element for each list of loaded rows to which new rows of a table must be added
  /// while they are made, because the table refers to itself.
  private func followers(of table: TableSchema) -> [Follower] {
    parents.compactMap { key, rows in
      guard key.table == FoldedName.key(table.name), !planned.contains(key) else { return nil }
      return Follower(rows: rows, columns: key.columns.compactMap { table.columnIndex($0) })
    }
  }

  private struct Follower {
    let rows: ParentRows
    let columns: [Int]

    func remember(_ row: [SQLiteValue]) {
      let values = columns.map { row[$0] }
      // No reference can point to a row with NULL in a referenced column.
      if !values.contains(.null) { rows.append(values) }
    }
  }
}
