import FixtureTestSupport
import StateGraphFixtures
import StateGraphSQLite
import TestSupport
import Testing

@Suite struct FixtureCheckTests {
  private func errors(_ files: [String: String]) throws -> [String] {
    let scene = try FixtureScene(files)
    return try FixtureCheck(path: scene.folder, migrations: FixtureSchema.migrations).run().map {
      error in
      "\(error)".replacing(scene.folder + "/", with: "").replacing(scene.folder, with: "shop")
    }
  }

  @Test func `a correct fixture has no errors`() throws {
    #expect(
      try errors([
        "customers.csv": "id,name\n@ada,Ada\n", "orders.jsonl": #"{"id": 1, "customer": "@ada"}"#,
        "README.md": "",
      ]) == []
    )
  }

  @Test func `every error of every file is reported in the order of the places`() throws {
    let found = try errors([
      "customers.jsonl": """
      {"id": "@ada", "name": "Ada", "age": -1}
      {"id": "@grace", "name": "Grace"}
      {"id": "@joan", "name": true}
      {"id": "@mary", "nam": "Mary"}

      """,
      "orders.jsonl": """
      {"id": 1, "customer": "@grase"}
      {"id": 2, "customer": "@grace"}
      {"id": 2, "customer": "@grace"}

      """,
      "order.jsonl": "{}",
      "orders.csv": "id,customer\n9,@grace\n",
      "notes.txt": "",
      "seed.sql": "INSERT INTO tags (id) VALUES ('a');\nINSERT INTO nothing VALUES (1);",
      "tags.csv": "id,colour\nx,red\n",
    ])
    let places = found.map { $0.prefix { $0 != " " } }
    #expect(
      places == [
        "customers.jsonl:1:1:", "customers.jsonl:3:25:", "customers.jsonl:4:17:", "notes.txt:1:1:",
        "order.jsonl:1:1:", "orders.jsonl:1:1:", "seed.sql:2:1:", "tags.csv:1:4:",
      ],
      "\(found.joined(separator: "\n"))"
    )
  }

  @Test func `more errors of one kind than an import reports are all found`() throws {
    let lines = (1...20).map { #"{"id": \#($0), "customer": "@nobody"}"# + "\n" }.joined()
    let found = try errors(["orders.jsonl": lines])
    #expect(found.count == 20)
    #expect(found.last == #"orders.jsonl:20:24: no row of customers is labelled "nobody""#)
  }

  @Test func `an empty folder is one error`() throws {
    #expect(try errors(["README.md": ""]) == ["shop:1:1: the folder has no fixture files"])
  }

  @Test func `each pair of tables with a dangling reference in SQL is one error`() throws {
    let found = try errors([
      "a.sql": """
      INSERT INTO orders (id, customer_id) VALUES (1, 7), (2, 8);
      INSERT INTO profiles (customer_id) VALUES (9);
      """
    ])
    #expect(
      found == [
        "a.sql:1:1: a row of orders refers to a row of customers that does not exist",
        "a.sql:1:1: a row of profiles refers to a row of customers that does not exist",
      ]
    )
  }
}
