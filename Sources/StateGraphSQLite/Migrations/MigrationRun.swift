/// Runs one migration inside a transaction of the caller.
///
/// After the SQL or the closure of the migration, this type checks all foreign keys.
struct MigrationRun {
  private let migration: Migration
  private let connection: Connection
  private let willLose: Migrator.LossHandler?
  /// Advice for the error of a failed migration, with a blank at the start. Empty if there is none.
  private let advice: String
  private let references: CheckedReferences

  /// Which foreign keys are checked after the migration.
  enum CheckedReferences {
    case all
    /// Not those that are broken before the migration, in a file that another program wrote.
    case notBroken
    /// None, because only the schema is wanted.
    case none
  }

  init(
    _ migration: Migration,
    on connection: Connection,
    willLose: Migrator.LossHandler?,
    references: CheckedReferences,
    advice: String = ""
  ) {
    self.advice = advice
    self.references = references
    self.migration = migration
    self.connection = connection
    self.willLose = willLose
  }

  func apply() throws(DatabaseError) {
    let broken = try brokenBefore()
    try naming("The migration \(migration.name) failed", in: migration.name) { () throws in
      switch migration.work {
      case .script(let sql): try watched { guarding in try run(sql, onStatement: guarding) }
      case .steps(let steps):
        try watched { guarding in
          let transaction = MigrationTransaction(connection, onStatement: guarding)
          defer { transaction.end() }
          try steps(transaction)
          guard !connection.isAutocommit else { throw DatabaseError.transactionHasEnded }
        }
      }
    }
    let what = "The migration \(migration.name)"
    try checkForeignKeys(after: what, in: migration.name, knowing: broken)
  }

  /// Runs the SQL that undoes the migration.
  ///
  /// Undoing a migration may destroy data, so the method calls `willLose` first.
  func undo() throws(DatabaseError) {
    let sql = migration.undo ?? ""
    let broken = try brokenBefore()
    try naming("Undoing by \(migration.downName) failed", in: migration.downName) { () throws in
      try willLose?(migration)
      try run(sql, onStatement: Migrator.refuseControl)
    }
    let what = "Undoing by \(migration.downName)"
    try checkForeignKeys(after: what, in: migration.downName, knowing: broken)
  }

  private func run(
    _ sql: String,
    onStatement: (Statement) throws(DatabaseError) -> Void
  ) throws(DatabaseError) {
    try connection.refusing(.setting) { () throws(DatabaseError) in
      try connection.runScript(sql, onStatement: onStatement)
    }
  }

  /// Runs `body` with a function that `body` must call before every statement.
  ///
  /// This function throws for a statement that is forbidden in a migration. The function calls
  /// `willLose` before the first statement that may destroy data.
  private func watched(
    _ body: (@escaping (Statement) throws(DatabaseError) -> Void) throws -> Void
  ) throws {
    guard let willLose else { return try body(Migrator.refuseControl) }
    var detector = try LossDetector(connection)
    var isReported = false
    try connection.recordingTouches {
      try body { (statement) throws(DatabaseError) in
        try Migrator.refuseControl(statement)
        guard detector.seesLoss(in: statement), !isReported else { return }
        isReported = true
        try willLose(migration)
      }
    }
  }

  /// Runs `body`, and adds the name of the migration and its file to each error of `body`.
  ///
  /// The error code becomes `.migrationFailed`. If the migration is not the cause, as with a full
  /// disk, the code stays the same.
  private func naming(
    _ what: String,
    in file: String,
    body: () throws -> Void
  ) throws(DatabaseError) {
    do {
      try body()
    } catch {
      let failure = error as? DatabaseError
      var place = failure?.place ?? SQLPlace()
      place.file = file
      let code = failure.map(MigrationRun.code) ?? .migrationFailed
      let remedy = (failure?.remedy ?? "") + (code == .migrationFailed ? advice : "")
      throw DatabaseError(
        code,
        "\(what) and was undone. " + (failure?.message ?? "It threw \(type(of: error))."),
        remedy: remedy.first == " " ? String(remedy.dropFirst()) : remedy,
        extendedCode: failure?.extendedCode,
        constraint: failure?.constraint,
        cause: error,
        place: place
      )
    }
  }

  fileprivate static func code(of failure: DatabaseError) -> DatabaseError.Code {
    let isOfTheSystem = [
      .busy, .diskFull, .inputOutput, .fileMoved, .readOnly, .cannotOpen, .permission, .outOfMemory,
      .interrupted, .corrupt,
    ].contains(failure.code)
    return isOfTheSystem ? failure.code : .migrationFailed
  }
}

// MARK: - Foreign keys

extension MigrationRun {
  /// The tables with a foreign key that rows break, or that SQLite cannot check. The value is the
  /// error in the second case.
  private typealias BrokenTables = [ByteText: DatabaseError?]

  private func brokenBefore() throws(DatabaseError) -> BrokenTables {
    guard references == .notBroken else { return [:] }
    return try brokenTables()
  }

  private func brokenTables() throws(DatabaseError) -> BrokenTables {
    do throws(DatabaseError) {
      return try broken("SELECT DISTINCT \"table\" FROM pragma_foreign_key_check")
    } catch {
      guard MigrationRun.code(of: error) == .migrationFailed else { throw error }
    }
    // SQLite ends the check of the whole file at the first key that it cannot check.
    var all: BrokenTables = [:]
    let tables: SQL = """
      SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'
      """
    for row in try connection.rows(tables) {
      guard case .text(let table) = row[0] else { continue }
      do throws(DatabaseError) {
        let rows: SQL = """
          SELECT DISTINCT "table" FROM pragma_foreign_key_check(\(table))
          """
        all.merge(try broken(rows)) { first, _ in first }
      } catch {
        guard MigrationRun.code(of: error) == .migrationFailed else { throw error }
        all[ByteText(table)] = .some(error)
      }
    }
    return all
  }

  private func broken(_ sql: SQL) throws(DatabaseError) -> BrokenTables {
    var tables: BrokenTables = [:]
    for row in try connection.rows(sql) {
      if case .text(let table) = row[0] { tables[ByteText(table)] = .some(nil) }
    }
    return tables
  }

  private func checkForeignKeys(
    after what: String,
    in file: String,
    knowing before: BrokenTables
  ) throws(DatabaseError) {
    guard references != .none else { return }
    let after: BrokenTables
    do throws(DatabaseError) {
      after = try brokenTables()
    } catch {
      return try naming("\(what) failed", in: file) { throw error }
    }
    let new = after.filter { before[$0.key] == nil }
    if let error = new.values.lazy.compactMap(\.self).first {
      // SQLite cannot check a foreign key if the referenced columns have no unique index.
      throw DatabaseError(
        .migrationFailed,
        "\(what) would leave references that cannot be checked: " + error.message,
        remedy: "Reference a primary key or UNIQUE columns.",
        extendedCode: error.extendedCode,
        cause: error,
        place: SQLPlace(in: file)
      )
    }
    guard let table = new.keys.map(\.string).min() else { return }
    throw DatabaseError(
      .migrationFailed,
      "\(what) would leave rows of \(table) that reference nothing.",
      remedy: "Delete or correct those rows in the migration.",
      place: SQLPlace(in: file)
    )
  }
}
