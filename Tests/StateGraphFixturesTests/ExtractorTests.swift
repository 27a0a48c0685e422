import Foundation
import StateGraphFixtures
import StateGraphSQLite
import StateGraphTools
import TestSupport
import Testing

@Suite struct ExtractorTests {
  private static let shop = """
    CREATE TABLE customers (
      id INTEGER PRIMARY KEY, name TEXT, manager_id INTEGER REFERENCES customers (id)
    );
    CREATE TABLE addresses (
      id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customers (id), city TEXT
    );
    CREATE TABLE products (id INTEGER PRIMARY KEY, code TEXT UNIQUE COLLATE NOCASE);
    CREATE TABLE orders (
      id INTEGER PRIMARY KEY, customer_id INTEGER NOT NULL REFERENCES customers (id), total REAL
    );
    CREATE TABLE order_lines (
      order_id INTEGER REFERENCES orders (id), place INTEGER, code TEXT REFERENCES products (code),
      PRIMARY KEY (order_id, place)
    ) WITHOUT ROWID;
    CREATE TABLE shipments (
      id INTEGER PRIMARY KEY, order_id INTEGER, place INTEGER,
      FOREIGN KEY (order_id, place) REFERENCES order_lines (order_id, place)
    );
    """
  private static let rows = """
    INSERT INTO customers VALUES (1, 'Ada', 2), (2, 'Grace', 3), (3, 'Joan', 1), (4, 'Mary', NULL);
    INSERT INTO addresses VALUES (1, 1, 'Bath'), (2, 1, 'Ely'), (3, 4, 'Rye');
    INSERT INTO products VALUES (1, 'TEA'), (2, 'CAKE'), (3, 'SALT');
    INSERT INTO orders VALUES (10, 1, 5.5), (11, 4, 120), (12, 1, 130);
    INSERT INTO order_lines VALUES
      (10, 1, 'tea'), (10, 2, 'Cake'), (10, 3, 'TEA'), (11, 1, 'tea'), (12, 1, 'salt');
    INSERT INTO shipments VALUES (100, 10, 2), (101, 11, 1), (102, NULL, 1);
    """

  private func shop() throws -> ExtractScene { try ExtractScene(Self.shop, rows: Self.rows) }

  @Test func `all parents are taken, through cycles and keys of any kind`() throws {
    let scene = try shop()
    let files = try scene.extract("shipments", where: "id = 100")
    #expect(
      files == [
        "customers.jsonl": """
        {"id":1,"name":"Ada","manager_id":2}
        {"id":2,"name":"Grace","manager_id":3}
        {"id":3,"name":"Joan","manager_id":1}

        """,
        "orders.jsonl": #"{"id":10,"customer_id":1,"total":5.5}"# + "\n",
        "order_lines.jsonl": #"{"order_id":10,"place":2,"code":"Cake"}"# + "\n",
        "products.jsonl": #"{"id":2,"code":"CAKE"}"# + "\n",
        "shipments.jsonl": #"{"id":100,"order_id":10,"place":2}"# + "\n",
      ]
    )
    #expect(try scene.entries() == ["fixture"])
  }

  @Test(arguments: [true, false])
  func `the rows of one commit are taken while another program writes`(isOpen: Bool) throws {
    let scene = try shop()
    try scene.run(
      """
      WITH RECURSIVE numbers (n) AS (SELECT 1000 UNION ALL SELECT n + 1 FROM numbers WHERE n < 3000)
      INSERT INTO customers SELECT n, 'old', NULL FROM numbers;
      INSERT INTO orders SELECT id, id, 1 FROM customers WHERE id >= 1000;
      """
    )
    let before = try scene.extract("orders", where: "id >= 1000")
    var request = ExtractRequest(table: "orders", output: scene.output)
    request.condition = "id >= 1000"
    request.replacesExisting = true
    // If no program has the database open when the extraction begins, it reads without locks. A
    // write is then an error, and the old files stay.
    let writer = isOpen ? try WriterConnection.open(DatabaseLocation(path: scene.database)) : nil
    var writes = 0
    func extract() throws {
      _ = try Extractor(path: scene.database).run(request) { _, _ in
        writes += 1
        try? scene.run(
          """
          UPDATE customers SET name = 'new'; UPDATE orders SET total = total + 1;
          DELETE FROM orders WHERE id > 2000; DELETE FROM customers WHERE id > 2500;
          """
        )
        return .proceed
      }
    }
    if isOpen {
      try extract()
    } else {
      let error = #expect(throws: InspectionError.self) { try extract() }
      #expect(error?.code == .fileChanged)
    }
    withExtendedLifetime(writer) {}
    #expect(writes >= 2)
    #expect(try scene.rows("SELECT count(*) FROM orders WHERE total > 1")[0] != [.integer(0)])
    #expect(try scene.files() == before)
  }

  @Test func `a reference with a NULL takes no parent`() throws {
    let files = try shop().extract("shipments", where: "id = 102")
    #expect(files.keys.sorted() == ["shipments.jsonl"])
  }

  @Test func `children are taken only of named tables, in the order of their keys`() throws {
    let scene = try shop()
    let limited = try scene.extract(
      "orders",
      where: "id = 10",
      with: [.init(table: "order_lines", limit: 2)]
    )
    #expect(
      limited["order_lines.jsonl"] == """
        {"order_id":10,"place":1,"code":"tea"}
        {"order_id":10,"place":2,"code":"Cake"}

        """
    )
    #expect(limited["shipments.jsonl"] == nil)
    // The product TEA is a parent. Its line in another order stays out.
    let all = try scene.extract("orders", where: "id = 10", with: [.init(table: "order_lines")])
    #expect(all["order_lines.jsonl"]?.split(separator: "\n").count == 3)
    #expect(all["orders.jsonl"]?.split(separator: "\n").count == 1)
  }

  @Test func `a parent gets no children, also in a table whose children are taken`() throws {
    let scene = try ExtractScene(
      "CREATE TABLE parts (id INTEGER PRIMARY KEY, whole INTEGER REFERENCES parts (id));",
      rows: "INSERT INTO parts VALUES (1, NULL), (2, 1), (3, 1), (4, 2), (5, 3), (6, 4);"
    )
    let files = try scene.extract("parts", where: "id = 2", with: [.init(table: "parts")])
    #expect(
      files["parts.jsonl"] == """
        {"id":1,"whole":null}
        {"id":2,"whole":1}
        {"id":4,"whole":2}
        {"id":6,"whole":4}

        """
    )
  }

  @Test func `children of children are taken, also in an order that the options do not have`()
    throws
  {
    let files = try shop().extract(
      "customers",
      where: "name = 'Ada'",
      with: [
        .init(table: "shipments"), .init(table: "order_lines"), .init(table: "orders", limit: 1),
      ]
    )
    #expect(files["orders.jsonl"] == #"{"id":10,"customer_id":1,"total":5.5}"# + "\n")
    #expect(files["order_lines.jsonl"]?.split(separator: "\n").count == 3)
    #expect(files["shipments.jsonl"] == #"{"id":100,"order_id":10,"place":2}"# + "\n")
  }

  @Test func `the children of a parent are taken if they can have no other owner`() throws {
    let files = try shop().extract("orders", where: "id = 10", with: [.init(table: "addresses")])
    #expect(
      files["addresses.jsonl"] == """
        {"id":1,"customer_id":1,"city":"Bath"}
        {"id":2,"customer_id":1,"city":"Ely"}

        """
    )
    let error = try shop().failure("products", with: [.init(table: "addresses")])
    #expect(error?.code == .misuse)
  }

  @Test func `a limit takes the first rows in the order of their keys`() throws {
    let scene = try shop()
    var request = ExtractRequest(table: "ORDERS", output: scene.output)
    request.condition = "total > 100 -- a comment"
    request.limit = 1
    let report = try Extractor(path: scene.database).run(request)
    #expect(report.tables.map(\.name) == ["customers", "orders"])
    #expect(try scene.files()["orders.jsonl"] == #"{"id":11,"customer_id":4,"total":120.0}"# + "\n")
  }

  @Test func `the same rows give the same bytes, and a new row adds only its lines`() throws {
    let scene = try shop()
    let before = try scene.extract("orders")
    #expect(try scene.extract("orders") == before)
    try scene.run("INSERT INTO orders VALUES (9, 4, 1)")
    let after = try scene.extract("orders")
    #expect(
      after["orders.jsonl"] == #"{"id":9,"customer_id":4,"total":1.0}"# + "\n"
        + (before["orders.jsonl"] ?? "")
    )
    #expect(after["customers.jsonl"] == before["customers.jsonl"])
  }

  // MARK: Errors

  @Test func `a reference to a missing row is an error, and nothing is written`() throws {
    let scene = try shop()
    try scene.run("DELETE FROM customers WHERE id = 3")
    let error = try scene.failure("orders")
    #expect(error?.code == .unrepresentable)
    #expect(
      error?.message
        == #"1 value of "manager_id" in "customers" refers to no row of "customers""#
    )
    #expect(try scene.entries() == [])
  }

  @Test(arguments: [
    ("nonsense > 1", InspectionError.Code.invalidQuery),
    ("id = 1; DELETE FROM orders", .invalidQuery),
    ("id = ?", .invalidQuery), ("id = 77", .misuse),
    ("1) UNION DELETE FROM orders --", .invalidQuery),
  ])
  func `a bad condition is an error, and nothing is written`(
    condition: String,
    code: InspectionError.Code
  ) throws {
    let scene = try shop()
    #expect(try scene.failure("orders", where: condition)?.code == code)
    #expect(try scene.entries() == [])
    #expect(try scene.rows("SELECT count(*) FROM orders") == [[.integer(3)]])
  }

  @Test func `an unknown table is an error with the nearest name`() throws {
    let error = try shop().failure("order")
    #expect(error?.code == .unknownTable)
    #expect(error?.remedy == #"Did you mean "orders"?"#)
  }

  @Test func `an existing folder is replaced only if this is allowed`() throws {
    let scene = try shop()
    let before = try scene.extract("orders", where: "id = 10")
    #expect(try scene.failure("orders", replacing: false)?.code == .cannotCreate)
    #expect(try scene.files() == before)
    #expect(try scene.extract("products", where: "id = 3").keys.sorted() == ["products.jsonl"])
    #expect(try scene.entries() == ["fixture"])
  }

  @Test func `a folder with other files is never replaced`() throws {
    let scene = try shop()
    try scene.extract("products")
    try scene.directory.write("keep me", to: "fixture/README.md")
    let error = try scene.failure("orders")
    #expect(error?.message.contains("README.md") == true)
    #expect(try scene.files().keys.sorted() == ["README.md", "products.jsonl"])
    #expect(try scene.entries() == ["fixture"])
  }

  @Test func `a trigger that adds rows makes the check fail, and the old folder stays`() throws {
    let trigger = """
      CREATE TABLE log (id INTEGER PRIMARY KEY, text TEXT);
      CREATE TRIGGER logging AFTER INSERT ON products
      BEGIN INSERT INTO log (text) VALUES (new.code); END;
      """
    let scene = try ExtractScene(
      Self.shop + trigger,
      rows: "INSERT INTO customers VALUES (1, 'Ada', NULL); INSERT INTO products VALUES (1, 'TEA');"
    )
    let before = try scene.extract("customers")
    let error = try scene.failure("products")
    #expect(error?.code == .unrepresentable)
    #expect(error?.message.contains("\"log\"") == true)
    #expect(try scene.files() == before)
    #expect(try scene.entries() == ["fixture"])
  }

  @Test func `a long chain of references is followed to its end`() throws {
    let scene = try ExtractScene(
      "CREATE TABLE links (id INTEGER PRIMARY KEY, next INTEGER REFERENCES links (id));",
      rows: """
        WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
        INSERT INTO links SELECT i, nullif(i + 1, 2001) FROM n;
        """
    )
    let files = try scene.extract("links", where: "id = 1")
    #expect(files["links.jsonl"]?.split(separator: "\n").count == 2000)
  }
}
