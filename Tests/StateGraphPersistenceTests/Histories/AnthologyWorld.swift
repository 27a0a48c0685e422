import Logging
import TestSupport

@testable import StateGraphPersistence
@testable import StateGraphSQLite

/// A database with everything that a history does to it, and plain SQL for the same rows.
final class AnthologyWorld {
  typealias Rows = [[SQLiteValue]]

  private let directory: TemporaryDirectory
  private(set) var database: Database
  private(set) var stores: AnthologyStores
  /// Reads committed rows. It shares nothing with the database but the file.
  private(set) var oracle: Connection
  /// Another `Database` of the same file, which writes as another process does.
  private(set) var other: Database
  /// Another file, with rows of the same keys.
  let foreign: ForeignAnthologies
  private var watch: AnthologyWatch
  private let seed: UInt64
  let failures = Recorder<any Error>()
  var held: [Int: HeldPoem] = [:]
  /// The problems that the running operation has shown.
  var problems: [String] = []

  init(seed: UInt64) throws {
    self.seed = seed
    directory = try TemporaryDirectory()
    let path = directory.file("anthologies.sqlite")
    try Self.create(path)
    (database, other, oracle) = try Self.open(path, failures)
    stores = try AnthologyStores(database)
    foreign = try ForeignAnthologies(path: directory.file("foreign.sqlite"))
    watch = try AnthologyWatch(stores, database, seed: seed)
  }

  static func create(_ path: String) throws {
    let database = try Database(path: path)
    try database.createTables(
      for: Anthology.self,
      Poem.self,
      Motif.self,
      Inclusion.self,
      Mention.self
    )
    try database.write {
      for number in 0..<2 {
        let (place, word) = AnthologyPool.motif(number)
        try database.execute(
          "INSERT INTO anthologies (id, name) VALUES (\(AnthologyPool.anthology(number)), 'n')"
        )
        try database.execute("INSERT INTO motifs VALUES (\(Int64(place)), \(word), 'm')")
      }
      for number in 0..<4 {
        try database.execute(
          "INSERT INTO poems (id, title) VALUES (\(AnthologyPool.poem(number)), 'cafe')"
        )
      }
    }
    try database.close()
  }

  private static func open(
    _ path: String,
    _ failures: Recorder<any Error>
  ) throws -> (Database, Database, Connection) {
    var configuration = Database.Configuration()
    configuration.logger.logLevel = .critical
    let other = try Database(path: path, configuration: configuration)
    configuration.onWriteFailure = { failures.record($0) }
    let database = try Database(path: path, configuration: configuration)
    // Otherwise another thread would follow the commits of the other database.
    database.foreignCommits.tracker?.stopWatching()
    return (database, other, try Connection.open(DatabaseLocation(path: path), mode: .reader))
  }

  /// Performs the operation and compares. Returns the problems.
  func run(_ operation: AnthologyOperation) throws -> [String] {
    problems = []
    if case .reopen = operation {
      try reopen()
    } else {
      perform(operation)
    }
    problems += try watch.problemsAfterCommit(rows)
    try compareEntities()
    compareHeld()
    for error in failures.drain() { expectHarmless(error, "a set") }
    return problems
  }

  private func reopen() throws {
    held = [:]
    watch.stop()
    try database.close()
    try other.close()
    let path = directory.file("anthologies.sqlite")
    (database, other, oracle) = try Self.open(path, failures)
    stores = try AnthologyStores(database)
    watch = try AnthologyWatch(stores, database, seed: seed)
  }

  /// Compares inside a write, where this thread sees its own changes.
  func compareInside() {
    guard database.isWriting, (try? database.rows("SELECT 1")) != nil else { return }
    do {
      problems += try watch.problemsInside(rows)
      try compareEntities()
    } catch {
      problems.append("reading inside a write: \(error)")
    }
  }

  // MARK: Reading

  /// The rows of a query as this thread has to see them: its own write's, or the last commit's.
  func rows(_ sql: SQL) throws -> Rows {
    try database.isWriting ? database.rows(sql).map(\.values) : oracle.rows(sql).map(\.values)
  }

  /// A reference of which only some columns are NULL refers to no row, as a property that is nil.
  static let poemColumns: SQL = """
    id, title, number, weight, anthology_id,
    iif(motif_word IS NULL, NULL, motif_place), iif(motif_place IS NULL, NULL, motif_word)
    """

  func poemRows() throws -> Rows {
    try rows("SELECT \(Self.poemColumns) FROM poems ORDER BY id")
  }

  /// All rows of all tables.
  func dump() throws -> [Rows] {
    try [
      poemRows(), rows("SELECT id, slug, name FROM anthologies ORDER BY id"),
      rows("SELECT place, word, note FROM motifs ORDER BY place, word"),
      rows("SELECT anthology_id, poem_id, place, id FROM inclusions ORDER BY id"),
      rows("SELECT anthology_id, poem_id FROM mentions ORDER BY anthology_id, poem_id"),
    ]
  }

  /// The first column of each row, as text.
  func keys(_ sql: SQL) throws -> [String] {
    try rows(sql).map { row in
      if case .text(let text) = row[0] { text } else { "\(row[0])" }
    }
  }

  // MARK: Expectations

  func expect(_ isTrue: Bool, _ problem: @autoclosure () -> String) {
    if !isTrue { problems.append(problem()) }
  }

  /// A refused statement is part of a history. Any other error is a defect.
  func expectHarmless(_ error: any Error, _ place: String) {
    if error is Undone { return }
    let harmless: [DatabaseError.Code] = [
      .constraint, .deletedEntity, .interrupted, .misuse, .typeMismatch, .tooBig,
    ]
    let isHarmless = (error as? DatabaseError).map { harmless.contains($0.code) } ?? false
    expect(isHarmless, "\(place) failed: \(error)")
  }

  /// The error that undoes a write.
  struct Undone: Error {}
}

/// A database with rows whose keys are those of a history, and an object for each of them.
struct ForeignAnthologies {
  let database: Database
  let anthologies: [Anthology]
  let poems: [Poem]
  let motifs: [Motif]

  init(path: String) throws {
    try AnthologyWorld.create(path)
    database = try Database(path: path)
    let stores = try AnthologyStores(database)
    anthologies = stores.anthologies.getAll()
    poems = stores.poems.getAll()
    motifs = stores.motifs.getAll()
  }

  func count() throws -> Int64? {
    let sql: SQL = """
      SELECT (SELECT count(*) FROM poems WHERE title = 'cafe' AND anthology_id IS NULL
        AND motif_place IS NULL) + (SELECT count(*) FROM anthologies WHERE name = 'n') * 100
        + (SELECT count(*) FROM inclusions) + (SELECT count(*) FROM mentions)
      """
    guard case .integer(let count) = try database.rows(sql)[0][0] else { return nil }
    return count
  }
}
