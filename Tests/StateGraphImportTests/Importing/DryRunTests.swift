import Foundation
import ImportTestSupport
import StateGraphFormats
import StateGraphImport
import StateGraphSQLite
import TestSupport
import Testing

@Suite struct DryRunTests {
  private func scene(wal: Bool) throws -> ImportScene {
    let scene = try ImportScene(
      """
      CREATE TABLE users (id TEXT PRIMARY KEY NOT NULL, name TEXT NOT NULL);
      CREATE TABLE posts (id INTEGER PRIMARY KEY, author_id TEXT REFERENCES users (id));
      INSERT INTO users VALUES ('a', 'A');
      """
    )
    if !wal {
      try WriterConnection.open(try DatabaseLocation(path: scene.database))
        .run("PRAGMA journal_mode = DELETE")
    }
    return scene
  }

  private func bytes(_ scene: ImportScene) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: scene.database))
  }

  private func files(_ scene: ImportScene) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: scene.directory.path).sorted()
  }

  @Test(arguments: [true, false])
  func `a dry run reports the same changes as a run, and writes nothing`(wal: Bool) throws {
    let scene = try scene(wal: wal)
    let users = "id,name\na,B\n" + (0..<20_000).map { "u\($0),\"some name \($0)\"\n" }.joined()
    let paths = [
      try scene.file("posts.jsonl", #"{"id":1,"author":"u7"}"#), try scene.file("users.csv", users),
    ]
    let (before, filesBefore) = (try bytes(scene), try files(scene))
    let dry = try scene.run(paths) { $0.isDryRun = true }
    #expect(try bytes(scene) == before)
    #expect(try files(scene) == filesBefore)
    let real = try scene.run(paths)
    #expect(dry.tables == real.tables)
    #expect(dry.tables.map(\.inserted) == [1, 20_000])
    #expect(dry.tables.map(\.updated) == [0, 1])
  }

  @Test(arguments: [ErrorPolicy.reject, .skip])
  func `a dry run counts rejects and writes no file of them`(policy: ErrorPolicy) throws {
    let scene = try scene(wal: true)
    let paths = [
      try scene.file("posts.csv", "id,author_id\n1,gone\n2,late\nx,a\n"),
      try scene.file("users.csv", "id,name\nlate,L\n"),
    ]
    let (before, filesBefore) = (try bytes(scene), try files(scene))
    let report = try scene.run(paths) {
      $0.isDryRun = true
      $0.onError = policy
    }
    #expect(report.rejects.count == 2)
    #expect(report.tables.map(\.inserted) == [1, 1])
    #expect(try bytes(scene) == before)
    #expect(try files(scene) == filesBefore)
  }

  @Test(arguments: [
    ("posts.csv", "id,author_id\n1,gone\n", ImportError.Code.danglingReference),
    ("users.csv", "id\nz\n", .missingValue), ("users.csv", "id,name\nz\n", .raggedRow),
  ])
  func `a dry run refuses the same inputs as a run`(
    name: String,
    text: String,
    code: ImportError.Code
  ) throws {
    let error = try scene(wal: true).failure(name, text) { $0.isDryRun = true }
    #expect(error.code == code)
  }
}
