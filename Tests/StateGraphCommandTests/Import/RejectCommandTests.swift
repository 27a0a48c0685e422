import Foundation
import StateGraphSQLite
import TestSupport
import Testing

@Suite struct RejectCommandTests {
  private let users = "id,name\na,A\nb,\"B\nc,C\n,D\ne\n"

  @Test func `rejects exit 1, are grouped on standard error and can be mended and fed back`() throws
  {
    let scene = try CommandScene.samples()
    let file = try scene.directory.write(users, to: "users.csv")
    let result = try scene.run("import", scene.database, file, "--on-error", "reject")
    let rejects = scene.database + ".rejects.jsonl"
    #expect(result.status == 1)
    #expect(result.output.hasPrefix("users: 2 inserted, 0 updated, 0 unchanged\n5 records, "))
    #expect(result.output.contains("3 rejected"))
    for part in [
      "1 record rejected (unterminatedQuote):\n  \(file):3:3: ",
      "1 record rejected (missingValue):\n  \(file):5:1: ",
      "1 record rejected (raggedRow):\n  \(file):6:2: ",
      "The rejected records are in \(rejects).\n",
      "stategraph import \(scene.database) \(rejects) --on-error reject\n",
    ] { #expect(result.errors.contains(part)) }
    let mended = try String(contentsOfFile: rejects, encoding: .utf8)
      .replacing("b,\\\"B", with: "b,B").replacing("\",D\"", with: "\"d,D\"")
      .replacing("\"raw\":\"e\"", with: "\"raw\":\"e,E\"")
    try mended.write(toFile: rejects, atomically: false, encoding: .utf8)
    let again = try scene.run("import", scene.database, rejects)
    #expect(again.status == 0)
    #expect(
      try scene.firstValue("SELECT group_concat(id || name) FROM (SELECT * FROM users ORDER BY id)")
        == .text("aA,bB,cC,dD,eE")
    )
  }

  @Test func `a thousand bad records are five lines and a number`() throws {
    let scene = try CommandScene.samples()
    let rows = (0..<1000).map { "u\($0)\n" }.joined()
    let file = try scene.directory.write("id,name\n" + rows, to: "users.csv")
    let result = try scene.run("import", scene.database, file, "--on-error", "skip")
    #expect(result.status == 1)
    #expect(result.errors.contains("1000 records rejected (raggedRow):\n"))
    #expect(result.errors.contains("  … and 995 more\n"))
    #expect(result.errors.filter { $0 == "\n" }.count == 8)
    let limited = try scene.run(
      "import",
      scene.database,
      file,
      "--on-error",
      "skip",
      "--max-errors",
      "10"
    )
    #expect(limited.status == 65)
    #expect(limited.errors.contains("users.csv:12:"))
    #expect(try scene.dump().isEmpty)
  }

  @Test func `the JSON report lists the rejects`() throws {
    let scene = try CommandScene.samples()
    let file = try scene.directory.write(users, to: "users.csv")
    let result = try scene.run("import", scene.database, file, "--on-error", "skip", "--json")
    let report = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
    )
    #expect(report["version"] as? Int == 1)
    #expect(report["command"] as? String == "import")
    let rejects = try #require(report["rejects"] as? [String: Any])
    #expect(rejects["count"] as? Int == 3)
    #expect(rejects["path"] is NSNull)
    let groups = try #require(rejects["groups"] as? [[String: Any]])
    #expect(
      groups.map { $0["code"] as? String } == ["unterminatedQuote", "missingValue", "raggedRow"]
    )
  }

  @Test(arguments: [
    ["--max-errors", "3"], ["--max-errors", "-1", "--on-error", "skip"], ["--on-error", "no"],
    ["--rejects", "q.jsonl"], ["--rejects", "q.jsonl", "--on-error", "skip"],
  ])
  func `options that mean nothing together exit 64`(options: [String]) throws {
    let scene = try CommandScene.samples()
    let file = try scene.directory.write(users, to: "users.csv")
    #expect(try scene.run(["import", scene.database, file] + options).status == 64)
    #expect(try scene.dump().isEmpty)
  }

  @Test(arguments: ["/no/such/folder/q.jsonl", "taken", "/dev/null"])
  func `a reject file that cannot be created exits 73 and keeps nothing`(path: String) throws {
    let scene = try CommandScene.samples()
    let file = try scene.directory.write(users, to: "users.csv")
    let taken = try scene.directory.write("mine", to: "taken")
    let result = try scene.run(
      "import",
      scene.database,
      file,
      "--on-error",
      "reject",
      "--rejects",
      path == "taken" ? taken : path
    )
    #expect(result.status == 73)
    #expect(try scene.dump().isEmpty)
    #expect(try String(contentsOfFile: taken, encoding: .utf8) == "mine")
  }
}
