import Foundation
import StateGraphSQLite
import TestSupport
import Testing

@Suite("stategraph fixtures extract --mask") struct FixturesMaskTests {
  private static let masks = #"{"customers": {"name": "text", "email": "email"}}"#

  private func shop() throws -> CommandScene {
    let scene = try CommandScene()
    let connection = try WriterConnection.open(try DatabaseLocation(path: scene.database))
    try connection.runScript(
      """
      CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT, email TEXT);
      CREATE TABLE orders (
        id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customers (id), total REAL
      );
      INSERT INTO customers VALUES (1, 'Ada Lovelace', 'ada@mail.com');
      INSERT INTO orders VALUES (10, 1, 50);
      """
    ) { _ in }
    try scene.directory.write(Self.masks, to: "mask.json")
    try scene.directory.write("a key of more than sixteen bytes", to: "key")
    return scene
  }

  private func extract(_ scene: CommandScene, _ arguments: String...) throws -> CommandScene.Result
  {
    let command = ["fixtures", "extract", scene.database]
    return try scene.run(command + arguments)
  }

  private func masked(_ scene: CommandScene) throws -> CommandScene.Result {
    let folder = scene.directory.path
    return try extract(
      scene,
      "--from",
      "orders",
      "--output",
      folder + "/out",
      "--mask",
      folder + "/mask.json",
      "--key",
      folder + "/key"
    )
  }

  private func hasOutput(_ scene: CommandScene) -> Bool {
    FileManager.default.fileExists(atPath: scene.directory.path + "/out")
  }

  @Test func `the files contain pseudonyms`() throws {
    let scene = try shop()
    let result = try masked(scene)
    #expect(result.status == 0, "\(result.errors)")
    let text = try String(
      contentsOfFile: scene.directory.path + "/out/customers.jsonl",
      encoding: .utf8
    )
    #expect(
      text.wholeMatch(
        of:
          /\{"id":1,"name":"[A-Z][a-z]{2} [A-Z][a-z]{7}","email":"[a-z]{3}@[a-z]{4}\.[a-z]{3}\.example"\}\n/
      ) != nil,
      "\(text)"
    )
    #expect(!text.contains("Ada") && !text.contains("ada@"))
  }

  @Test func `a column without a mask ends with 78, and nothing is written`() throws {
    let scene = try shop()
    try scene.directory.write(#"{"customers": {"name": "text"}}"#, to: "mask.json")
    let result = try masked(scene)
    #expect(result.status == 78)
    #expect(result.errors.contains(#""customers"."email""#), "\(result.errors)")
    #expect(!hasOutput(scene))
  }

  @Test(arguments: [
    ("{\"customers\": {", 65, "mask.json:1:"), ("{\"customer\": {}}", 78, "nearest"),
    ("{\"customers\": {\"name\": \"txt\"}}", 65, "mask.json:1:24"),
  ])
  func `a wrong file of masks ends with its status`(
    masks: String,
    status: Int32,
    text: String
  ) throws {
    let scene = try shop()
    try scene.directory.write(masks, to: "mask.json")
    let result = try masked(scene)
    #expect(result.status == status, "\(result.errors)")
    #expect(result.errors.contains(text), "\(result.errors)")
    #expect(!hasOutput(scene))
  }

  @Test(arguments: [("key", "short", 65, "16"), ("other", "", 66, "urandom")])
  func `a short or missing key is refused`(
    name: String,
    content: String,
    status: Int32,
    text: String
  ) throws {
    let scene = try shop()
    try FileManager.default.removeItem(atPath: scene.directory.file("key"))
    try scene.directory.write(content, to: name)
    let result = try masked(scene)
    #expect(result.status == status, "\(result.errors)")
    #expect(result.errors.contains(text), "\(result.errors)")
    #expect(!hasOutput(scene))
  }

  @Test(arguments: [
    (["--from", "orders", "--output", "x", "--mask", "m"], "--key"),
    (["--from", "orders", "--output", "x", "--key", "k"], "--mask"), (["--output", "x"], "--from"),
    (["--from", "orders"], "--output"), (["--suggest", "--from", "orders"], "--suggest"),
  ])
  func `options that do not fit together are a wrong usage`(
    arguments: [String],
    text: String
  ) throws {
    let scene = try shop()
    let result = try scene.run(["fixtures", "extract", scene.database] + arguments)
    #expect(result.status == 64)
    #expect(result.errors.contains(text), "\(result.errors)")
  }

  @Test func `suggest prints masks, or writes them to a new file`() throws {
    let scene = try shop()
    let printed = try extract(scene, "--suggest")
    #expect(printed.status == 0, "\(printed.errors)")
    let object = try JSONSerialization.jsonObject(with: Data(printed.output.utf8))
    #expect(
      object as? [String: [String: String]] == ["customers": ["name": "text", "email": "email"]]
    )
    let path = scene.directory.file("mask.json")
    #expect(try extract(scene, "--suggest", "--mask", path).status == 73)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == Self.masks)
    #expect(try extract(scene, "--suggest", "--mask", path, "--force").status == 0)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == printed.output)
    #expect(try masked(scene).status == 0)
  }
}
