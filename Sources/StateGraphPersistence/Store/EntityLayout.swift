import StateGraphLive
import StateGraphSQLite
import StateGraphThreads

/// The positions of an entity's columns in the file's table, and the SQL statements for the entity.
///
/// A layout never changes. After a change of the schema, the table gets a new one.
final class EntityLayout: Sendable {
  let table: TableSchema
  let definition: EntityDefinition
  /// One element for each column of an entity's row image: the index of that column among the
  /// table's declared columns.
  ///
  /// A row image contains the key columns first, then the columns of the definition.
  let indexes: [Int]
  let keyCount: Int
  /// The column names of an entity's row image, in the order of the image.
  let names: [String]
  let acceptance: ColumnAcceptance
  /// Whether the table stores an entity's values exactly as they are bound.
  ///
  /// False if an affinity may convert a value, if a column is computed, or if the key has a
  /// collation.
  let storesVerbatim: Bool
  /// Whether an UPDATE may change columns that it does not set.
  ///
  /// This is possible if the table has triggers or computed columns. If true, deferred UPDATEs must
  /// run before another column is read.
  let hasConsequences: Bool

  /// One element for each declared column of the table: its index in an entity's row image. It is
  /// nil if the table has a column that the entity does not have.
  private let declaredIndexes: [Int]?
  /// Whether an entity's row image has exactly the declared columns, in declared order. If true,
  /// the images need no conversion.
  private let isInDeclaredOrder: Bool
  /// The positions of REAL columns in an entity's row image.
  ///
  /// SQLite does not store all values of these columns bit for bit.
  private let realIndexes: [Int]

  let selection: SQL
  let selectionByKey: StatementText
  /// Whether the file's text encoding is UTF-8.
  ///
  /// SQLite compares text in the encoding of the file, and the order of texts is different in
  /// UTF-16.
  let isUTF8: Bool
  /// The SELECT of all rows. The rows are in key order, unless ``sortsByKey`` is true.
  let selectionOfAll: StatementText
  /// Whether ``selectionOfAll`` returns the rows in rowid order, so that the caller must sort them
  /// by key.
  ///
  /// This is faster than ORDER BY, with which SQLite reads the key's index and searches the table
  /// for each row. ORDER BY needs 1,800 instead of 1,300 instructions per row. For random keys, it
  /// also reads pages from everywhere in the file.
  let sortsByKey: Bool
  let existence: StatementText
  /// The positions, in an entity's row image, of the values that an INSERT binds.
  ///
  /// A property that stores a key column is in the row image twice. The INSERT binds it once, as a
  /// part of the key.
  let insertedIndexes: [Int]
  let insertion: StatementText
  let upsert: StatementText
  let deletion: StatementText
  /// Selects the columns that live queries of this table keep for each row.
  let projection: RowProjection
  /// The objects that other parts of the module make from the layout, such as the link tables of
  /// relationships.
  let attachments = GraphAttachments()
  /// The order of rows by primary key, or nil if only SQLite can compare the keys.
  let keyOrder: RowOrder?
  /// The route templates of this table, each stored once.
  ///
  /// A route template describes which changed rows affect a live query or a relationship.
  private let templates = Guarded<Set<RouteTemplate>>([])
  /// One element for each column of the definition: the UPDATE that sets only this column.
  private let updatesOfOne: [StatementText]
  /// The UPDATEs that set several columns. The dictionary keys are the indexes of these columns in
  /// the definition.
  private let updatesOfMany = Guarded<[[Int]: StatementText]>([:])

  /// Creates the layout when a table is first used, and compares the complete declaration with the
  /// file.
  ///
  /// Differences that do not make the table unusable are logged.
  ///
  /// - Throws: `.schemaMismatch` with every difference that makes the table unusable. `.misuse` for
  ///   an invalid declaration, such as two properties with the same column.
  convenience init(opening definition: EntityDefinition, in database: Database) throws {
    try definition.requireColumnsOfTheirOwn()
    let table = try database.table(definition.table)
    try EntitySchemaCheck(of: definition, from: table, in: database).requireUsable()
    try self.init(definition, table: table, in: database)
  }

  /// Creates a new layout after the schema of a table in use has changed.
  ///
  /// - Throws: `.schemaMismatch` with the name of a missing table or column.
  convenience init(_ definition: EntityDefinition, in database: Database) throws {
    try self.init(definition, table: database.table(definition.table), in: database)
  }

  private init(
    _ definition: EntityDefinition,
    table: TableSchema?,
    in database: Database
  ) throws {
    guard let table else {
      throw EntityLayout.mismatch("The file has no table \(definition.table).")
    }
    try definition.requireKeysOfSQLite(in: table)
    self.table = table
    self.definition = definition
    keyCount = definition.keyColumns.count
    indexes = try EntityLayout.indexes(of: definition, in: table)
    names = indexes.map { table.columns[$0].name }
    acceptance = ColumnAcceptance(definition)
    storesVerbatim = EntityLayout.storesVerbatim(definition, table: table, indexes: indexes)
    let places = indexes
    let declared = table.columns.indices.map { column in places.firstIndex(of: column) }
    declaredIndexes = declared.contains(nil) ? nil : declared.compactMap { $0 }
    isInDeclaredOrder = places == Array(table.columns.indices)
    realIndexes = places.indices.filter { place in table.columns[places[place]].affinity == .real }
    hasConsequences = try EntityLayout.hasConsequences(table, in: database)
    let keys = Array(names.prefix(keyCount))
    let isKey: SQL = "\(keys.map { "\(column: $0) = ?" as SQL }, separator: " AND ")"
    let name = table.name
    projection = RowProjection(indexes, of: table)
    keyOrder = RowOrder(
      (0..<keyCount).map { (column: $0, isDescending: false) },
      keyCount: keyCount,
      of: indexes.map { table.columns[$0] }
    )
    selection = "SELECT \(columns: names) FROM \(table: name)"
    selectionByKey = StatementText("\(selection) WHERE \(isKey)")
    isUTF8 =
      try database.withReader { try $0.firstValue("PRAGMA encoding") } == .text("UTF-8")
    sortsByKey = isUTF8 && EntityLayout.sortsByKey(table, keyCount: keyCount, indexes: indexes)
    selectionOfAll = StatementText(
      sortsByKey ? selection : "\(selection) ORDER BY \(columns: keys)"
    )
    existence = StatementText("SELECT 1 FROM \(table: name) WHERE \(isKey)")
    deletion = StatementText("DELETE FROM \(table: name) WHERE \(isKey)")
    let inserted = places.indices.filter { places.firstIndex(of: places[$0]) == $0 }
    insertedIndexes = inserted
    insertion = StatementText(
      EntityLayout.insertion(name, names: inserted.map { [names] in names[$0] })
    )
    upsert = EntityLayout.upsert(name, names: names, inserted: inserted, definition: definition)
    updatesOfOne = names.dropFirst(keyCount).map {
      EntityLayout.update(name, names: [$0], isKey: isKey)
    }
  }

  /// Returns the UPDATE that sets the columns of `changes`.
  ///
  /// Its parameters are the new values, in the order of `changes`, then the key.
  func update(of changes: [ColumnChange]) -> StatementText {
    if changes.count == 1 { return updatesOfOne[changes[0].index] }
    let columns = changes.map(\.index)
    if let known = updatesOfMany.withLock({ $0[columns] }) { return known }
    let isKey = names.prefix(keyCount).map { "\(column: $0) = ?" as SQL }
    let made = EntityLayout.update(
      table.name,
      names: columns.map { names[keyCount + $0] },
      isKey: "\(isKey, separator: " AND ")"
    )
    updatesOfMany.withLock { $0[columns] = made }
    return made
  }

  /// Returns an equal template that all callers share, to save memory.
  func shared(_ template: RouteTemplate) -> RouteTemplate {
    templates.withLock { $0.insert(template).memberAfterInsert }
  }

  /// The schemas of the columns in an entity's row image, in the order of the image.
  var columns: [ColumnSchema] { indexes.map { table.columns[$0] } }

  private static func update(_ table: String, names: [String], isKey: SQL) -> StatementText {
    let sets = names.map { "\(column: $0) = ?" as SQL }
    return StatementText("UPDATE \(table: table) SET \(sets, separator: ", ") WHERE \(isKey)")
  }

  /// Returns the row as it will be after an UPDATE of the row `old`.
  ///
  /// Returns `nil` if the result is not known in advance, because SQLite may convert or compute a
  /// value.
  func expectedUpdate(
    of old: RowImage,
    _ changes: [ColumnChange],
    hash: UInt32
  ) -> ExpectedUpdate? {
    // If the columns are in declared order, the entity's row image is also the image of the table's
    // row.
    guard storesVerbatim, isInDeclaredOrder else { return nil }
    var new = old
    for change in changes {
      guard isStoredVerbatim(change) else { return nil }
      new = new.replacing(keyCount + change.index, by: change.value)
    }
    return ExpectedUpdate(key: old.key(keyCount), hash: hash, old: old, new: new)
  }

  private func isStoredVerbatim(_ change: ColumnChange) -> Bool {
    switch (change.value, table.columns[indexes[keyCount + change.index]].affinity) {
    case (.null, _), (.blob, _), (.integer, .integer), (.text, .text), (_, .blob): true
    case (.real(let real), .real): !real.isNaN && !(real == 0 && real.sign == .minus)
    default: false
    }
  }

  /// The names of the key columns, in key order. They are not quoted.
  var keyNames: [String] { Array(names.prefix(keyCount)) }

  /// Converts an image of all declared columns to an entity's row image, which contains the key
  /// first.
  func image(of declared: RowImage) -> RowImage {
    isInDeclaredOrder ? declared : RowImage(indexes, of: declared)
  }

  /// Returns the row that an INSERT of an entity's row image will create.
  ///
  /// Returns `nil` if the result is not known in advance, because SQLite may convert or compute a
  /// value, or use a default.
  func declaredImage(of image: RowImage) -> RowImage? {
    guard storesVerbatim, isStoredVerbatim(image), let declaredIndexes else { return nil }
    return isInDeclaredOrder ? image : RowImage(declaredIndexes, of: image)
  }

  /// Returns whether SQLite stores all REAL values of the image unchanged.
  ///
  /// SQLite stores a NaN as NULL, and -0.0 as 0.0.
  func isStoredVerbatim(_ image: RowImage) -> Bool {
    for index in realIndexes {
      guard case .real(let real) = image[index] else { continue }
      if real.isNaN || real == 0 && real.sign == .minus { return false }
    }
    return true
  }

  /// Returns the name of a column in the file. `index` is the column's index in the definition.
  func name(ofColumn index: Int) -> String { names[keyCount + index] }

  private static func insertion(_ table: String, names: [String]) -> SQL {
    let places = names.map { _ in "?" as SQL }
    return """
      INSERT INTO \(table: table) (\(columns: names)) VALUES (\(places, separator: ", "))
      """
  }

  /// Returns an INSERT with ON CONFLICT DO UPDATE.
  ///
  /// A REPLACE would delete the old row first. SQLite would then also delete the rows that refer to
  /// it by ON DELETE CASCADE.
  private static func upsert(
    _ table: String,
    names: [String],
    inserted: [Int],
    definition: EntityDefinition
  ) -> StatementText {
    let keyCount = definition.keyColumns.count
    let sets = inserted.dropFirst(keyCount).map { index -> SQL in
      let name = names[index]
      return definition.insertionTimestamps.contains(index - keyCount)
        ? "\(column: name) = coalesce(\(column: name), excluded.\(column: name))"
        : "\(column: name) = excluded.\(column: name)"
    }
    let action: SQL = sets.isEmpty ? "NOTHING" : "UPDATE SET \(sets, separator: ", ")"
    return StatementText(
      """
      \(insertion(table, names: inserted.map { names[$0] }))
      ON CONFLICT (\(columns: Array(names.prefix(keyCount)))) DO \(action)
      """
    )
  }

  private static func indexes(
    of definition: EntityDefinition,
    in table: TableSchema
  ) throws -> [Int] {
    let keys = definition.keyColumns.compactMap { table.columnIndex($0) }
    guard keys.map({ table.columns[$0].name }).haveSameBytes(as: table.primaryKey),
      keys.count == definition.keyColumns.count
    else {
      throw mismatch(
        "The primary key of \(definition.table) is not "
          + definition.keyColumns.joined(separator: ", ") + "."
      )
    }
    return try keys
      + definition.columns.map { column throws(DatabaseError) in
        guard let index = table.columnIndex(column.name) else {
          throw mismatch(
            "The table \(definition.table) has no column \(column.name) "
              + "for the property \(column.property)."
          )
        }
        return index
      }
  }

  private static func storesVerbatim(
    _ definition: EntityDefinition,
    table: TableSchema,
    indexes: [Int]
  ) -> Bool {
    let columns = indexes.map { table.columns[$0] }
    let types = definition.keyTypes + definition.columns.map(\.type)
    // With a collation such as NOCASE, an upsert may overwrite a row whose key has different bytes.
    guard columns.prefix(definition.keyColumns.count).allSatisfy({ $0.collation == .binary }) else {
      return false
    }
    return zip(columns, types).allSatisfy { column, type in
      guard column.generation == .none else { return false }
      switch (column.affinity, type) {
      case (.integer, .integer), (.real, .real), (.text, .text), (.blob, _): return true
      default: return false
      }
    }
  }

  private static func hasConsequences(_ table: TableSchema, in database: Database) throws -> Bool {
    if table.columns.contains(where: { $0.generation != .none }) { return true }
    let trigger = try database.withReader {
      try $0.firstValue(
        """
        SELECT 1 FROM sqlite_schema
        WHERE type = 'trigger' AND tbl_name = \(table.name) COLLATE NOCASE
        """
      )
    }
    return trigger != nil
  }

  /// Returns whether the rows are stored in an order other than key order, and the keys can be
  /// sorted in memory by their bytes.
  private static func sortsByKey(
    _ table: TableSchema,
    keyCount: Int,
    indexes: [Int]
  ) -> Bool {
    guard table.hasRowID, keyCount == 1 else { return false }
    let key = table.columns[indexes[0]]
    return key.affinity != .integer && key.collation == .binary
  }

  private static func mismatch(_ message: String) -> DatabaseError {
    DatabaseError(
      .schemaMismatch,
      message,
      remedy: "Apply the migrations, or change the entity's declaration."
    )
  }
}
