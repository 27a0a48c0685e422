import Foundation
import TestSupport

/// A database and a folder of three migrations, the last of which destroys data.
struct MigrationScene {
  let scene: CommandScene
  var database: String { scene.database }
  var folder: String { scene.directory.file("m") }
  var target: [String] { [database, "--migrations", folder] }

  init() throws {
    scene = try CommandScene()
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    try write("CREATE TABLE t (id INTEGER PRIMARY KEY, x TEXT) STRICT;\n", to: "0001_t.sql")
    try write("DROP TABLE t;", to: "0001_t.down.sql")
    try write("INSERT INTO t VALUES (1, 'kept');\n", to: "0002_fill.sql")
    try write("DELETE FROM t WHERE id = 1;", to: "0002_fill.down.sql")
    try write("ALTER TABLE t DROP COLUMN x;\n", to: "0003_drop_x.sql")
  }

  func write(_ text: String, to name: String) throws {
    try scene.directory.write(text, to: "m/" + name)
  }

  func remove(_ name: String) throws {
    try FileManager.default.removeItem(atPath: folder + "/" + name)
  }

  func run(_ verb: String, _ options: String..., input: String = "") throws
    -> CommandScene.Result
  {
    try scene.run(["migrate", verb] + target + options, input: input)
  }

  /// The one JSON object that a run printed.
  func object(_ result: CommandScene.Result) throws -> [String: Any] {
    let value = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
    guard let object = value as? [String: Any] else { throw TestFailure("no object") }
    return object
  }

  /// The copies that were made beside the database.
  func backups() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: scene.directory.path)
      .filter { $0.hasPrefix("scene.sqlite.backup-") }.sorted()
  }

  func bytes() throws -> Data { try Data(contentsOf: URL(fileURLWithPath: database)) }
}
