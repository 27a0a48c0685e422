import StateGraphCore
import TestSupport

@testable import StateGraphPersistence
@testable import StateGraphSQLite

@Entity(table: "verses")
final class Verse {
  typealias TypedIdentifierRawValue = String
  let typedID: TypedID
  @GraphStored var line: String = ""
  @GraphStored var answer: String?
  @GraphStored @Column(.json) var words: [String] = []
  @GraphStored var number: Int?
  @GraphStored var weight: Double?
  @GraphStored var source: Verse?
  @GraphComputed(inverse: \Verse.source) var echoes: [Verse]
}

/// Verses whose texts occur in two forms that Swift calls equal.
struct VerseScene {
  static let composed = "caf\u{e9}"
  static let decomposed = "cafe\u{301}"
  static let forms = [composed, decomposed]

  let directory: TemporaryDirectory
  let database: Database
  let verses: EntityStore<Verse>
  var graph: DatabaseGraph { DatabaseGraph.of(database) }

  init() throws {
    directory = try TemporaryDirectory()
    database = try Database(path: directory.file("verses.sqlite"))
    try database.execute(
      """
      CREATE TABLE verses (
        id TEXT PRIMARY KEY NOT NULL, line TEXT NOT NULL, answer TEXT, words TEXT NOT NULL,
        number INTEGER, weight REAL, source_id TEXT REFERENCES verses (id)
      ) STRICT
      """
    )
    verses = try EntityStore<Verse>(database)
  }

  func insert(_ id: String, _ line: String) throws {
    try database.execute(
      "INSERT INTO verses (id, line, answer, words) VALUES (\(id), \(line), \(line), '[]')"
    )
  }

  /// Commits as another program does, which knows nothing of this library.
  func commitFromOutside(_ sql: SQL) throws {
    // The thread that watches the file could still call observers when `catchUp()` has returned.
    database.foreignCommits.tracker?.stopWatching()
    let connection = try WriterConnection.open(database.location)
    try connection.run(sql)
    try database.catchUp()
  }
}

/// A way in which a row comes to another value.
enum VerseWrite: CaseIterable, Sendable {
  case property, statement, anotherThread, write, nestedWrite, outside

  /// Sets the line of a verse.
  func set(_ verse: Verse, to line: String, in scene: VerseScene) throws {
    let id = verse.typedID.raw
    let update: SQL = "UPDATE verses SET line = \(line) WHERE id = \(id)"
    switch self {
    case .property: verse.line = line
    case .statement: try scene.database.execute(update)
    case .anotherThread: try withThread { verse.line = line }
    case .write:
      try scene.database.write {
        verse.line = "another"
        verse.line = line
      }
    case .nestedWrite:
      try scene.database.write {
        verse.line = line
        try? scene.database.write {
          verse.line = line + "!"
          throw TestFailure("undone")
        }
      }
    case .outside: try scene.commitFromOutside(update)
    }
  }
}

extension String {
  /// Compares as a file does, where `==` of Swift does not.
  var bytes: [UInt8] { Array(utf8) }
}
