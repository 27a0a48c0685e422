import Foundation
import StateGraphSQLite
import TestSupport

/// A command scene for bad inputs: a database of a few tables, and its content before the command.
struct HostileScene {
  let scene: CommandScene
  private let before: Data

  static let schema = """
    CREATE TABLE users (id TEXT PRIMARY KEY NOT NULL, name TEXT, short_bio TEXT) STRICT;
    CREATE TABLE things (
      id INTEGER PRIMARY KEY NOT NULL, label TEXT, amount REAL, count INTEGER,
      is_open INTEGER NOT NULL DEFAULT 0, parent_id INTEGER REFERENCES things (id)
    ) STRICT;
    CREATE TABLE posts (
      id TEXT PRIMARY KEY NOT NULL, title TEXT, author_id TEXT REFERENCES users (id)
    ) STRICT;
    CREATE TABLE comments (
      id TEXT PRIMARY KEY NOT NULL, text TEXT, post_id TEXT NOT NULL REFERENCES posts (id)
    ) STRICT;
    CREATE TABLE tags (id TEXT PRIMARY KEY NOT NULL, name TEXT) STRICT;
    CREATE TABLE post_tags (
      post_id TEXT NOT NULL REFERENCES posts (id), tag_id TEXT NOT NULL REFERENCES tags (id),
      position INTEGER, PRIMARY KEY (post_id, tag_id)
    ) STRICT, WITHOUT ROWID;
    """

  init(schema: String = Self.schema) throws {
    scene = try CommandScene()
    try WriterConnection.open(try DatabaseLocation(path: scene.database))
      .runScript(schema) { _ in }
    before = try Data(contentsOf: URL(fileURLWithPath: scene.database))
  }

  /// Whether the bytes of the file are unchanged and no other file is left beside it.
  func isUntouched() throws -> Bool {
    let now = try Data(contentsOf: URL(fileURLWithPath: scene.database))
    let beside = ["-wal", "-journal"].contains {
      let size = try? FileManager.default.attributesOfItem(atPath: scene.database + $0)[.size]
      return size as? Int ?? 0 > 0
    }
    return now == before && !beside
  }

  /// The rows of a table in the order of its key, each as SQLite writes its values in SQL.
  func rows(_ table: String) throws -> [String] {
    let connection = try Connection.open(try DatabaseLocation(path: scene.database), mode: .reader)
    guard let schema = try SchemaReader(connection).table(table) else { return [] }
    let values = schema.columns.map { "quote(\(column: $0.name))" as SQL }
    let keys = schema.primaryKey.map { "\(column: $0)" as SQL }
    return try connection.rows(
      """
      SELECT \(values, separator: " || ',' || ") FROM \(table: table)
      ORDER BY \(keys, separator: ", ")
      """
    ).map { row in
      guard case .text(let text) = row[0] else { return "" }
      return text
    }
  }
}
