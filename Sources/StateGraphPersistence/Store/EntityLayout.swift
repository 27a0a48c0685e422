import StateGraphLive
import StateGraphSQLite
import StateGraphThreads

/// How an entity's columns lie in the file's table, and the SQL that follows from it.
final class EntityLayout: Sendable {
  let table: TableSchema
  let definition: EntityDefinition
  /// The place in a row's declared columns of the key's, and of each of the definition: where an
  /// entity's image comes from.
  let indexes: [Int]
  let keyCount: Int
  /// The columns of an entity's image, in its order.
  let names: [String]
  let acceptance: ColumnAcceptance
  /// Whether the table stores the values of an entity as they are bound: no affinity converts them,
  /// no column is computed.
  let storesVerbatim: Bool
  /// Whether an UPDATE may change more than the columns that it sets: there are triggers, or
  /// columns that are computed.
  let hasConsequences: Bool

  /// The place in an entity's image of each declared column, where an entity has all of them.
  private let declaredIndexes: [Int]?
  /// Whether that is the place of each.
  private let isInDeclaredOrder: Bool
  /// The places in an entity's image that hold reals, which SQLite does not store to the bit.
  private let realIndexes: [Int]

  let selection: SQL
  let selectionByKey: StatementText
  /// Whether the file's text is UTF-8. SQLite compares it as it is in the file, and order and
  /// ranges are another in UTF-16.
  let isUTF8: Bool
  /// All rows, in key order unless ``sortsByKey``.
  let selectionOfAll: StatementText
  /// Whether the rows of ``selectionOfAll`` come as they lie, to be sorted here. In key order
  /// SQLite reads the key's index and looks for each row in the table: 1,800 instructions a row for
  /// 1,300, and, where the keys are random, pages from all over the file.
  let sortsByKey: Bool
  let existence: StatementText
  let upsert: StatementText
  let deletion: StatementText
  /// By which live queries of this table keep their rows, the same for all of them.
  let projection: RowProjection
  /// By the key; nil where only SQL can tell the order.
  let keyOrder: RowOrder?
  /// What live queries of this table have in common, each once.
  private let templates = Guarded<Set<RouteTemplate>>([])
  /// By column index of the definition: most writes set one.
  private let updatesOfOne: [StatementText]
  /// By column indexes of the definition.
  private let updatesOfMany = Guarded<[[Int]: StatementText]>([:])

  /// For a table that is opened: compares all of it with the file, and logs what should be mended.
  ///
  /// - Throws: `.schemaMismatch` with every difference that makes it unusable; `.misuse` for a
  ///   declaration that no table can have.
  convenience init(opening definition: EntityDefinition, in database: Database) throws {
    try definition.requireColumnsOfTheirOwn()
    let table = try database.table(definition.table)
    try EntitySchemaCheck(of: definition, from: table, in: database).requireUsable()
    try self.init(definition, table, database)
  }

  /// For a table that is open, and stays so as long as its columns can be found.
  ///
  /// - Throws: `.schemaMismatch` naming what is missing.
  convenience init(_ definition: EntityDefinition, in database: Database) throws {
    try self.init(definition, database.table(definition.table), database)
  }

  private init(
    _ definition: EntityDefinition,
    _ table: TableSchema?,
    _ database: Database
  ) throws {
    guard let table else {
      throw EntityLayout.mismatch("The file has no table \(definition.table).")
    }
    self.table = table
    self.definition = definition
    keyCount = definition.keyColumns.count
    indexes = try EntityLayout.indexes(of: definition, in: table)
    names = indexes.map { table.columns[$0].name }
    acceptance = ColumnAcceptance(definition)
    storesVerbatim = EntityLayout.storesVerbatim(definition, table, indexes)
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
    // Asked of the file once for each table.
    isUTF8 =
      try database.withReader { try $0.firstValue("PRAGMA encoding") } == .text("UTF-8")
    sortsByKey = isUTF8 && EntityLayout.sortsByKey(table, keyCount, indexes)
    selectionOfAll = StatementText(
      sortsByKey ? selection : "\(selection) ORDER BY \(columns: keys)"
    )
    existence = StatementText("SELECT 1 FROM \(table: name) WHERE \(isKey)")
    deletion = StatementText("DELETE FROM \(table: name) WHERE \(isKey)")
    upsert = EntityLayout.upsert(name, names, keyCount)
    updatesOfOne = names.dropFirst(keyCount).map { EntityLayout.update(name, [$0], isKey) }
  }

  /// Sets the columns of `changes`, in their order, in the row of the key bound last.
  func update(of changes: [ColumnChange]) -> StatementText {
    if changes.count == 1 { return updatesOfOne[changes[0].index] }
    let columns = changes.map(\.index)
    if let known = updatesOfMany.withLock({ $0[columns] }) { return known }
    let isKey = names.prefix(keyCount).map { "\(column: $0) = ?" as SQL }
    let made = EntityLayout.update(
      table.name,
      columns.map { names[keyCount + $0] },
      "\(isKey, separator: " AND ")"
    )
    updatesOfMany.withLock { $0[columns] = made }
    return made
  }

  /// The same template, in memory that all share who have it.
  func shared(_ template: RouteTemplate) -> RouteTemplate {
    templates.withLock { $0.insert(template).memberAfterInsert }
  }

  /// The columns of an entity's image, as the file declares them.
  var columns: [ColumnSchema] { indexes.map { table.columns[$0] } }

  private static func update(_ table: String, _ names: [String], _ isKey: SQL) -> StatementText {
    let sets = names.map { "\(column: $0) = ?" as SQL }
    return StatementText("UPDATE \(table: table) SET \(sets, separator: ", ") WHERE \(isKey)")
  }

  /// What setting columns makes of the row whose declared columns have that image, where that is
  /// known before: the table stores what it is given.
  func expectedUpdate(
    of old: RowImage,
    _ changes: [ColumnChange],
    hash: UInt32
  ) -> ExpectedUpdate? {
    // Then the image of an entity is one of the declared columns.
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

  /// The columns of the key, for an ORDER BY.
  var keyNames: [String] { Array(names.prefix(keyCount)) }

  /// An entity's image from one of the table's declared columns.
  func image(of declared: RowImage) -> RowImage {
    isInDeclaredOrder ? declared : RowImage(indexes, of: declared)
  }

  /// The row that inserting an entity's image makes, where it is known before: nothing is
  /// converted, computed, or taken from a default.
  func declaredImage(of image: RowImage) -> RowImage? {
    guard storesVerbatim, isStoredVerbatim(image), let declaredIndexes else { return nil }
    return isInDeclaredOrder ? image : RowImage(declaredIndexes, of: image)
  }

  /// SQLite makes NULL of a NaN, and 0.0 of -0.0 in a column of reals.
  func isStoredVerbatim(_ image: RowImage) -> Bool {
    for index in realIndexes {
      guard case .real(let real) = image[index] else { continue }
      if real.isNaN || real == 0 && real.sign == .minus { return false }
    }
    return true
  }

  /// The name in the file of a column of the definition.
  func name(ofColumn index: Int) -> String { names[keyCount + index] }

  /// An upsert rather than REPLACE, which would delete the row first and its children with it.
  private static func upsert(_ table: String, _ names: [String], _ keyCount: Int) -> StatementText {
    let sets = names.dropFirst(keyCount).map { name -> SQL in
      "\(column: name) = excluded.\(column: name)"
    }
    let action: SQL = sets.isEmpty ? "NOTHING" : "UPDATE SET \(sets, separator: ", ")"
    let places = names.map { _ in "?" as SQL }
    return StatementText(
      """
      INSERT INTO \(table: table) (\(columns: names)) VALUES (\(places, separator: ", "))
      ON CONFLICT (\(columns: Array(names.prefix(keyCount)))) DO \(action)
      """
    )
  }

  private static func indexes(
    of definition: EntityDefinition,
    in table: TableSchema
  ) throws -> [Int] {
    let keys = definition.keyColumns.compactMap { table.columnIndex($0) }
    guard keys.map({ table.columns[$0].name }) == table.primaryKey,
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
    _ table: TableSchema,
    _ indexes: [Int]
  ) -> Bool {
    let columns = indexes.map { table.columns[$0] }
    let types = definition.keyTypes + definition.columns.map(\.type)
    // Under another collation an upsert writes over a row whose key has other bytes.
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

  /// Whether the key's order is other than that in which the rows lie, and one that is known here.
  private static func sortsByKey(
    _ table: TableSchema,
    _ keyCount: Int,
    _ indexes: [Int]
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
