import StateGraphFixtures
import StateGraphSQLite
import Testing

@Suite struct FixtureLoaderTests {
  private func integer(_ label: String, _ table: String) -> SQLiteValue {
    LabelForm.integer.key(label, in: table)
  }

  @Test func `labels stand for the keys of rows and of references in JSON and CSV`() throws {
    let scene = try FixtureScene([
      "customers.csv": "id,name\n@ada,Ada\n@grace,Grace\n",
      "orders.jsonl": """
      {"id": "@first", "customer": "@ada", "order_lines": [{"place": 1, "text": "tea"}]}

      """,
      "profiles.json": #"[{"customer_id": "@grace", "motto": "compile"}]"#,
    ])
    let names = try scene.load()
    let (ada, grace) = (integer("ada", "customers"), integer("grace", "customers"))
    let first = integer("first", "orders")
    #expect(try scene.rows("SELECT id, customer_id FROM orders") == [[first, ada]])
    #expect(try scene.rows("SELECT order_id, place FROM order_lines") == [[first, .integer(1)]])
    #expect(try scene.rows("SELECT customer_id FROM profiles") == [[grace]])
    #expect(names.labels(of: "customers") == ["ada", "grace"])
    #expect(names.labels(of: "orders") == ["first"])
    #expect(names.labels(of: "profiles") == [])
  }

  @Test func `two rows may refer to each other`() throws {
    let scene = try FixtureScene([
      "customers.jsonl": """
      {"id": "@ada", "name": "Ada", "manager": "@grace"}
      {"id": "@grace", "name": "Grace", "manager": "@ada"}

      """
    ])
    _ = try scene.load()
    let (ada, grace) = (integer("ada", "customers"), integer("grace", "customers"))
    let rows = try scene.rows("SELECT id, manager_id FROM customers ORDER BY name")
    #expect(rows == [[ada, grace], [grace, ada]])
  }

  @Test func `a text key is its own label and a label in it is a UUID`() throws {
    let scene = try FixtureScene([
      "tags.jsonl": """
      {"id": "swift", "parent": "@languages"}
      {"id": "@languages"}

      """
    ])
    _ = try scene.load()
    let languages = LabelForm.text.key("languages", in: "tags")
    let rows = try scene.rows("SELECT id, parent_id FROM tags WHERE id = 'swift'")
    #expect(rows == [[.text("swift"), languages]])
  }

  @Test func `a label is a UUID or bytes where the column stores those`() throws {
    let scene = try FixtureScene([
      "devices.jsonl": #"{"id": "@phone"}"#,
      "sessions.jsonl": #"{"id": "@s1", "device": "@phone"}"#,
    ])
    _ = try scene.load()
    let phone = LabelForm.blob.key("phone", in: "devices")
    let session = LabelForm.uuid.key("s1", in: "sessions")
    #expect(try scene.rows("SELECT id, device_id FROM sessions") == [[session, phone]])
  }

  @Test func `a text with an at sign is no label in another column`() throws {
    let scene = try FixtureScene([
      "customers.jsonl": #"{"id": 7, "name": "@home", "email": "@x"}"#
    ])
    _ = try scene.load()
    let rows = try scene.rows("SELECT id, name, email FROM customers")
    #expect(rows == [[.integer(7), .text("@home"), .text("@x")]])
  }

  @Test func `SQL files run first, and other files may refer to their rows`() throws {
    let scene = try FixtureScene([
      "setup.sql": "INSERT INTO customers (id, name) VALUES (7, 'Ada');",
      "orders.jsonl": #"{"id": "@first", "customer": 7}"#,
      "README.md": "is no fixture",
    ])
    _ = try scene.load()
    #expect(try scene.rows("SELECT customer_id FROM orders") == [[.integer(7)]])
  }

  @Test func `a fixture with an error leaves no rows of its data files`() throws {
    let scene = try FixtureScene([
      "customers.jsonl": #"{"id": "@ada", "name": "Ada"}"#,
      "orders.jsonl": #"{"id": "@first", "customer": "@adda"}"#,
    ])
    #expect(try scene.failure() != "")
    #expect(try scene.rows("SELECT count(*) FROM customers") == [[.integer(0)]])
  }

  @Test func `names of labels survive their encoding`() {
    for names in [
      LabelNames(), LabelNames(["a": ["x"]]), LabelNames(["a": ["x", "y\n"], "b": ["é"]]),
    ] {
      #expect(LabelNames(encoded: names.encoded) == names)
    }
  }
}
