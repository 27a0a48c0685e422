import StateGraphFormats
package import StateGraphSQLite

/// Checks a database file without changing it. The command `check` uses it.
///
/// The check searches for damage and for rows that refer to missing rows. If migrations are given,
/// it also compares the schema with the one that they make.
package struct DatabaseCheck {
  private static let maximumDamageCount = 100
  private static let shownRowIDCount = 5

  private let path: String
  private let migrations: MigrationSource?
  /// Whether the check leaves out the comparison of tables with their indexes, which takes most of
  /// the time.
  private let isQuick: Bool

  package init(path: String, migrations: MigrationSource?, isQuick: Bool) {
    (self.path, self.migrations, self.isQuick) = (path, migrations, isQuick)
  }

  /// Runs all checks in one read transaction and returns the problems.
  ///
  /// - Throws: ``InspectionError`` if there is no database; `DatabaseError` if the file is not a
  ///   database, or if the migrations cannot be read.
  package func run() throws -> CheckReport {
    let known = try migrations?.load()
    return try ReadSession(path: path).read { connection in
      var report = CheckReport()
      try checkIdentity(on: connection, &report)
      do {
        let findings = try DamageCheck(connection, isQuick: isQuick)
          .findings(limit: Self.maximumDamageCount)
        (report.damage, report.unchecked) = (findings.damage, findings.unchecked)
        report.orphans = try orphans(on: connection, &report)
        if let known { try compare(known, on: connection, report: &report) }
      } catch let error as DatabaseError where error.code == .corrupt {
        if report.damage.isEmpty { report.damage = [error.message] }
      }
      return report
    }
  }

  private func checkIdentity(
    on connection: Connection,
    _ report: inout CheckReport
  ) throws {
    let found = try connection.firstValue("PRAGMA application_id")
    guard case .integer(let id) = try ReplicaTable.originalID(found, on: connection) else { return }
    report.applicationID = id
    report.isForeign = id != 0 && id != FileInspection.applicationID
  }

  /// Finds rows that refer to missing rows.
  ///
  /// Each table has its own query, so that an error in one table does not hide the results of other
  /// tables.
  private func orphans(
    on connection: Connection,
    _ report: inout CheckReport
  ) throws -> [CheckReport.Orphans] {
    var all: [CheckReport.Orphans] = []
    let tables = try SchemaReader(connection).tables()
    for table in tables where !table.foreignKeys.isEmpty {
      let defects = table.foreignKeys.compactMap { $0.defect(in: tables) }
      report.brokenReferences += defects.map { "\(printable(table.name)): \($0)" }
      do {
        all += try orphans(of: table, on: connection)
      } catch let error as DatabaseError
        where error.code == .invalidSQL || error.code == .missingExtension
      {
        // SQLite checks no key of a table with such a defect.
        if !defects.isEmpty { continue }
        report.unchecked.append("the references of \(printable(table.name)): \(error.clause)")
      }
    }
    return all
  }

  private func orphans(
    of table: TableSchema,
    on connection: Connection
  ) throws -> [CheckReport.Orphans] {
    let sql: SQL = "SELECT rowid, fkid FROM pragma_foreign_key_check(\(table.name))"
    let statement = try connection.prepare(sql)
    defer { statement.reset() }
    var found: [Int: CheckReport.Orphans] = [:]
    while try statement.step() {
      let id = Int(statement.integer(at: 1))
      if found[id] == nil {
        let key = table.foreignKeys.first { $0.id == id }
        found[id] = CheckReport.Orphans(
          table: table.name,
          columns: key?.columns ?? [],
          referencedTable: key?.referencedTable ?? "",
          count: 0,
          rowIDs: []
        )
      }
      found[id]?.count += 1
      if table.hasRowID, (found[id]?.count ?? 0) <= Self.shownRowIDCount {
        found[id]?.rowIDs.append(statement.integer(at: 0))
      }
    }
    return found.sorted { $0.key < $1.key }.map(\.value)
  }

  private func compare(
    _ known: [Migration],
    on connection: Connection,
    report: inout CheckReport
  ) throws {
    let applied = try MigrationTable.applied(on: connection)
    report.migrations = MigrationState.all(known: known, applied: applied)
    report.drift = try MigrationDrift.between(
      expected: MigrationDrift.expected(of: known, applied: applied),
      file: SchemaReader(connection).file()
    )
  }
}
