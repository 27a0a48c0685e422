import Foundation
import StateGraphSQLite
import TestSupport
import Testing

@Suite("stategraph fixtures") struct FixturesCommandTests {
  private func shop() throws -> CommandScene {
    let scene = try CommandScene()
    let connection = try WriterConnection.open(try DatabaseLocation(path: scene.database))
    try connection.runScript(
      """
      CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE orders (
        id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customers (id), total REAL
      );
      CREATE TABLE order_lines (
        order_id INTEGER REFERENCES orders (id), place INTEGER, PRIMARY KEY (order_id, place)
      );
      INSERT INTO customers VALUES (1, 'Ada'), (2, 'Grace');
      INSERT INTO orders VALUES (10, 1, 50), (11, 2, 150);
      INSERT INTO order_lines VALUES (11, 1), (11, 2), (11, 3);
      """
    ) { _ in }
    return scene
  }

  private func extract(
    _ scene: CommandScene,
    _ arguments: String...
  ) throws -> CommandScene.Result {
    let output = scene.directory.path + "/fixture"
    return try scene.run(["fixtures", "extract", scene.database, "--output", output] + arguments)
  }

  @Test func `extract writes a folder and reports its tables`() throws {
    let scene = try shop()
    let before = try Data(contentsOf: URL(fileURLWithPath: scene.database))
    let arguments = ["--from", "orders", "--where", "total > 100", "--with", "order_lines:2"]
    let output = scene.directory.path + "/fixture"
    let command = ["fixtures", "extract", scene.database, "--output", output + "/"] + arguments
    let result = try scene.run(command)
    #expect(result.status == 0, "\(result.errors)")
    #expect(
      result.output
        == """
        customers: 1 row, \(output)//customers.jsonl
        order_lines: 2 rows, \(output)//order_lines.jsonl
        orders: 1 row, \(output)//orders.jsonl

        """.replacing("//", with: "/")
    )
    let orders = try String(contentsOfFile: output + "/orders.jsonl", encoding: .utf8)
    #expect(orders == #"{"id":11,"customer_id":2,"total":150.0}"# + "\n")
    #expect(try Data(contentsOf: URL(fileURLWithPath: scene.database)) == before)
  }

  @Test func `extract reports JSON`() throws {
    let result = try extract(shop(), "--from", "customers", "--json")
    let object = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
    #expect(object?["command"] as? String == "fixtures extract")
    let tables = object?["tables"] as? [[String: Any]]
    #expect(tables?.count == 1)
    #expect(tables?.first?["rows"] as? Int == 2)
    #expect(tables?.first?["files"] as? [String] == ["customers.jsonl"])
  }

  @Test(arguments: [
    (["--from", "order"], 64, "Did you mean"), (["--from", "orders", "--where", "x > 1"], 65, "x"),
    (["--from", "orders", "--where", "total > 999"], 64, "no row"),
    (["--from", "orders", "--with", "customers"], 64, "refers to no table"),
    (["--from", "orders", "--with", ":3"], 64, "--with"),
    (["--from", "orders", "--limit", "0"], 64, "1"),
  ])
  func `a wrong extraction ends with its status and writes nothing`(
    arguments: [String],
    status: Int32,
    text: String
  ) throws {
    let scene = try shop()
    let output = scene.directory.path + "/fixture"
    let command = ["fixtures", "extract", scene.database, "--output", output] + arguments
    let result = try scene.run(command)
    #expect(result.status == status, "\(result.errors)")
    #expect(result.errors.contains(text), "\(result.errors)")
    #expect(!FileManager.default.fileExists(atPath: output))
  }

  @Test func `an existing folder needs force`() throws {
    let scene = try shop()
    #expect(try extract(scene, "--from", "orders").status == 0)
    let refused = try extract(scene, "--from", "customers")
    #expect(refused.status == 73)
    #expect(refused.errors.contains("--force"))
    #expect(try extract(scene, "--from", "customers", "--force").status == 0)
    let files = try FileManager.default.contentsOfDirectory(
      atPath: scene.directory.path + "/fixture"
    )
    #expect(files == ["customers.jsonl"])
  }

  @Test func `a missing database is no input`() throws {
    let scene = try CommandScene()
    #expect(try extract(scene, "--from", "orders").status == 66)
  }

  @Test func `check reports every error as text and as JSON`() throws {
    let scene = try CommandScene()
    let folder = scene.directory.path + "/fixture"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try scene.directory.write(
      "{\"id\":\"u1\",\"name\":\"Ada\"}\n{\"id\":\"u2\",\"nam\":1}\n{\"id\":3}\n",
      to: "fixture/users.jsonl"
    )
    let command = ["fixtures", "check", folder, "--migrations", PackageRoot.migrations]
    let result = try scene.run(command)
    #expect(result.status == 1)
    let lines = result.output.split(separator: "\n")
    #expect(lines.count == 3, "\(result.output)")
    #expect(lines.first?.hasPrefix("\(folder)/users.jsonl:2:12: ") == true, "\(result.output)")
    #expect(lines.last == "\(folder): 2 errors")
    let json = try scene.run(command + ["--json"])
    #expect(json.status == 1)
    let object = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
    let errors = object?["errors"] as? [[String: Any]]
    #expect(errors?.map { $0["line"] as? Int } == [2, 3])
    #expect(errors?.first?["column"] as? Int == 12)
  }

  @Test func `a correct fixture passes, and a missing folder is no input`() throws {
    let scene = try CommandScene()
    try FileManager.default.createDirectory(
      atPath: scene.directory.path + "/fixture",
      withIntermediateDirectories: true
    )
    try scene.directory.write("{\"id\":\"u1\",\"name\":\"Ada\"}\n", to: "fixture/users.jsonl")
    let migrations = ["--migrations", PackageRoot.migrations]
    let folder = scene.directory.path + "/fixture"
    let result = try scene.run(["fixtures", "check", folder] + migrations)
    #expect(result.status == 0)
    #expect(result.output == "\(folder): no error found\n")
    #expect(try scene.run(["fixtures", "check", folder + "-no"] + migrations).status == 66)
    #expect(try scene.run(["fixtures", "check", folder, "--migrations", "nowhere"]).status != 0)
  }
}
