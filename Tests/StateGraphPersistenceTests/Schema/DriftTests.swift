import Logging
import StateGraphPersistence
import TestSupport
import Testing

/// The messages of opening a store over a file whose tables differ from the declared ones.
@Suite struct DriftTests {
  let directory: TemporaryDirectory
  let database: Database
  let logged = Recorder<String>()

  init() throws {
    directory = try TemporaryDirectory()
    var configuration = Database.Configuration()
    configuration.logger = Logger(label: "test") { [logged] _ in WarningRecorder(logged) }
    database = try Database(path: directory.file("drift"), configuration: configuration)
  }

  @Test func `a table that agrees with its type is opened without a warning`() throws {
    try database.createTables(for: Crate.self, Dock.self)
    _ = try EntityStore<Crate>(database)
    #expect(logged.elements == [])
  }

  @Test func `every column that cannot be used is a line of the error`() throws {
    try database.execute(
      """
      CREATE TABLE crates (id TEXT PRIMARY KEY NOT NULL, label INTEGER NOT NULL, note TEXT NOT NULL,
        extra TEXT NOT NULL) STRICT
      """
    )
    let error = #expect(throws: DatabaseError.self) { try EntityStore<Crate>(database) }
    #expect(error?.code == .schemaMismatch)
    let lines = (error?.message ?? "").split(separator: "\n").dropFirst().map(String.init)
    #expect(
      lines == [
        "  crates.label: the type says TEXT NOT NULL, the file says INTEGER NOT NULL",
        "  crates.weight: the file has no such column",
        "  crates.note: the type says TEXT, the file says TEXT NOT NULL",
        "  crates.dock_id: the file has no such column",
        "  crates.extra: the type does not know it, and the file wants a value in every row",
      ]
    )
    #expect(error?.description.contains("in every row\nAdd a migration. ") == true)
    #expect(logged.elements == [])
  }

  @Test func `the error of a renamed table names the old table`() throws {
    try database.execute("CREATE TABLE boxes (id TEXT PRIMARY KEY NOT NULL) STRICT")
    let error = #expect(throws: DatabaseError.self) { try EntityStore<Crate>(database) }
    #expect(error?.message.contains("crates: the file has it under its old name boxes") == true)
  }

  @Test func `harmless differences give one warning, with the SQL that adds the missing parts`()
    throws
  {
    try database.execute(
      """
      CREATE TABLE crates (id TEXT PRIMARY KEY, label TEXT NOT NULL, weight INT NOT NULL, note TEXT,
        dock_id TEXT)
      """
    )
    for _ in 0..<3 { #expect(try EntityStore<Crate>(database).getAll().isEmpty) }
    try #require(logged.elements.count == 1)
    let text = logged.elements[0]
    #expect(text.contains("crates: the file has no index on dock_id"))
    #expect(
      text.contains(#"CREATE INDEX "crates_dock_id_index" ON "crates" ("dock_id");"#)
    )
    #expect(text.contains("crates.weight: the type says INTEGER NOT NULL DEFAULT 1"))
  }

  @Test func `WITHOUT ROWID is no difference`() throws {
    try database.execute("CREATE TABLE docks (id TEXT PRIMARY KEY NOT NULL) STRICT, WITHOUT ROWID")
    _ = try EntityStore<Dock>(database)
    #expect(logged.elements == [])
    #expect(try database.schemaDifferences(for: Dock.self).isEmpty)
  }

  @Test func `a relationship that opens a table compares it, too`() throws {
    try database.execute("CREATE TABLE docks (id TEXT PRIMARY KEY NOT NULL) STRICT")
    try database.execute("CREATE TABLE crates (id TEXT PRIMARY KEY NOT NULL) STRICT")
    let docks = try EntityStore<Dock>(database)
    docks.add(Dock(id: "d"))
    #expect(docks.get(by: .init("d"))?.crates.isEmpty == true)
    #expect(logged.elements.contains { $0.contains("crates.label: the file has no such column") })
  }

  @Test func `opening reads the catalogue and no row`() throws {
    try database.createTables(for: Crate.self, Dock.self)
    let before = database.statementCounts
    _ = try EntityStore<Dock>(database)
    #expect((database.statementCounts - before).reads < 16)
    #expect((database.statementCounts - before).writes == 0)
  }

  @Test func `two properties of one column are refused by name`() throws {
    try database.execute(
      "CREATE TABLE twins (id TEXT PRIMARY KEY NOT NULL, dock_id TEXT NOT NULL) STRICT"
    )
    let error = #expect(throws: DatabaseError.self) { try EntityStore<Twin>(database) }
    #expect(error?.code == .misuse)
    #expect(
      error?.message == "In twins, the properties dock and dockID both have the column dock_id."
    )
    #expect(throws: DatabaseError.self) { try database.createTables(for: Twin.self) }
    #expect(throws: DatabaseError.self) { try database.proposedMigration(for: Twin.self) }
  }
}

@Entity
final class Dock {
  typealias TypedIdentifierRawValue = String
  let typedID: TypedID
  @GraphComputed(inverse: \Crate.dock) var crates: [Crate]
}

@Entity(renamedFrom: "boxes")
final class Crate {
  typealias TypedIdentifierRawValue = String
  let typedID: TypedID
  @GraphStored var label: String
  @GraphStored @Column(.default("1")) var weight: Int = 1
  @GraphStored @Column(.renamed(from: "remark")) var note: String?
  @GraphStored var dock: Dock?
}

@Entity
final class Twin {
  typealias TypedIdentifierRawValue = String
  let typedID: TypedID
  @GraphStored var dock: Dock
  @GraphStored var dockID: String
}

/// Records the messages of the log, and leaves out their metadata, source and output.
private struct WarningRecorder: LogHandler {
  let logged: Recorder<String>
  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.warning

  init(_ logged: Recorder<String>) { self.logged = logged }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    if event.level >= .warning { logged.record("\(event.message)") }
  }
}
