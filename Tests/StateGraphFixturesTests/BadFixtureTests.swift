import Glibc
import StateGraphFixtures
import StateGraphFormats
import StateGraphImport
import StateGraphSQLite
import TestSupport
import Testing

/// Each bad file fails with its exact place. The place is the start of the value, or of the record
/// if a rule of the table concerns several values.
@Suite struct BadFixtureTests {
  struct Input: CustomTestStringConvertible, Sendable {
    let what: String
    let files: [String: String]
    let error: String
    var testDescription: String { what }

    init(_ what: String, _ files: [String: String], _ error: String) {
      (self.what, self.files, self.error) = (what, files, error)
    }
  }

  private static let ada = #"{"id": "@ada", "name": "Ada"}"#

  static let inputs: [Input] = [
    Input(
      "an unknown label",
      ["customers.jsonl": ada, "orders.jsonl": #"{"id": "@first", "customer": "@adda"}"#],
      #"orders.jsonl:1:30: no row of customers is labelled "adda". The nearest is "ada""#
    ),
    Input(
      "an unknown label without a similar one",
      ["orders.jsonl": #"{"id": "@first", "customer": "@ada"}"#],
      #"orders.jsonl:1:30: no row of customers is labelled "ada""#
    ),
    Input(
      "an unknown label in CSV",
      ["customers.jsonl": ada, "orders.csv": "id,customer_id\n@first,@ada\n@second,@adda\n"],
      #"orders.csv:3:9: no row of customers is labelled "adda". The nearest is "ada""#
    ),
    Input(
      "an unknown text key",
      ["tags.jsonl": "{\"id\": \"swift\"}\n{\"id\": \"macro\", \"parent\": \"swfit\"}\n"],
      #"tags.jsonl:2:27: no row of tags is labelled "swfit". The nearest is "swift""#
    ),
    Input(
      "an unknown key",
      ["orders.jsonl": #"{"id": 1, "customer": 7}"#],
      "orders.jsonl:1:23: 1 record refers by \"customer_id\""
    ),
    Input(
      "a label twice",
      ["customers.jsonl": ada + "\n" + ada],
      "customers.jsonl:2:8: "
    ),
    Input(
      "a label twice in CSV",
      ["customers.csv": "id,name\n@ada,Ada\n@ada,Ada\n"],
      "customers.csv:3:1: "
    ),
    Input(
      "a label without a name",
      ["customers.jsonl": #"{"id": "@", "name": "Ada"}"#],
      "customers.jsonl:1:8: a label needs a name behind the @"
    ),
    Input(
      "NULL in a column that must not be NULL",
      ["customers.jsonl": #"{"id": "@ada", "name": null}"#],
      "customers.jsonl:1:24: "
    ),
    Input(
      "no value for a column that must not be NULL",
      ["customers.jsonl": #"{"id": "@ada"}"#],
      "customers.jsonl:1:1: "
    ),
    Input(
      "a violated CHECK",
      ["customers.jsonl": ada + "\n" + #"{"id": "@eve", "name": "Eve", "age": -1}"#],
      "customers.jsonl:2:1: "
    ),
    Input(
      "a violated UNIQUE",
      [
        "customers.jsonl": """
        {"id": "@ada", "name": "Ada", "email": "a@b"}
        {"id": "@eve", "name": "Eve", "email": "a@b"}
        """
      ],
      "customers.jsonl:2:1: "
    ),
    Input(
      "text in a column of integers",
      ["customers.jsonl": #"{"id": "@ada", "name": "Ada", "age": "old"}"#],
      "customers.jsonl:1:38: "
    ),
    Input(
      "a label in a column that is no key",
      ["customers.jsonl": #"{"id": "@ada", "name": "Ada", "age": "@ada"}"#],
      "customers.jsonl:1:38: "
    ),
    Input(
      "a label in a key of several columns",
      ["order_lines.jsonl": #"{"order": 1, "place": "@one"}"#],
      "order_lines.jsonl:1:23: "
    ),
    Input(
      "a number in a column of text",
      ["customers.jsonl": #"{"id": "@ada", "name": 7}"#],
      "customers.jsonl:1:24: "
    ),
    Input(
      "text that is no label in a key of bytes",
      ["devices.jsonl": #"{"id": "phone"}"#],
      "devices.jsonl:1:8: "
    ),
    Input(
      "two files for a table",
      ["orders.csv": "id\n", "orders.jsonl": ""],
      "orders.jsonl:1:1: the table orders already has the file orders.csv"
    ),
    Input(
      "a file for no table",
      ["custmers.jsonl": ada],
      #"custmers.jsonl:1:1: the database has no table "custmers". The nearest is "customers""#
    ),
    Input(
      "an unknown column",
      ["customers.jsonl": #"{"id": "@ada", "nme": "Ada"}"#],
      "customers.jsonl:1:16: "
    ),
    Input(
      "an unknown column in CSV",
      ["customers.csv": "id,nme\n@ada,Ada\n"],
      "customers.csv:1:4: "
    ),
    Input(
      "a computed column",
      ["devices.jsonl": #"{"id": "@a", "size": 3}"#],
      "devices.jsonl:1:14: "
    ),
    Input("an empty folder", [:], ":1:1: the folder has no fixture files"),
    Input(
      "a file of an unknown format",
      ["customers.xml": ""],
      "customers.xml:1:1: the file has no"
    ),
    Input(
      "half a line",
      ["customers.jsonl": ada + "\n" + #"{"id": "@eve", "na"#],
      "customers.jsonl:2:"
    ),
    Input(
      "half an array",
      ["customers.json": "[" + ada],
      "customers.json:1:"
    ),
    Input("an empty JSON file", ["customers.json": ""], "customers.json:1:1: "),
    Input(
      "a member twice",
      ["customers.jsonl": #"{"id": "@ada", "id": "@eve"}"#],
      "customers.jsonl:1:16: "
    ),
    Input("a record that is a number", ["customers.jsonl": "7"], "customers.jsonl:1:1: "),
    Input(
      "no key",
      ["customers.jsonl": #"{"name": "Ada"}"#],
      "customers.jsonl:1:1: "
    ),
    Input(
      "a member that a table without a primary key does not have",
      ["events.jsonl": #"{"text": "x", "colour": "red"}"#],
      "events.jsonl:1:15: "
    ),
    Input(
      "a CSV record with too few fields",
      ["customers.csv": "id,name\n@ada\n"],
      "customers.csv:2:5: "
    ),
    Input(
      "a quote that is not closed",
      ["customers.csv": "id,name\n@ada,\"Ada\n"],
      "customers.csv:2:6: "
    ),
    Input(
      "a row that a trigger refuses",
      ["customers.jsonl": #"{"id": "@r", "name": "robot"}"#],
      "customers.jsonl:1:1: "
    ),
    Input(
      "an error of syntax in SQL",
      ["a.sql": "-- a\nINSERT INTO customers (id, name) VALUES (1, 'a');\nINSRT INTO customers;\n"],
      "a.sql:3:1: "
    ),
    Input(
      "SQL that ends the transaction",
      ["a.sql": "COMMIT;"],
      "a.sql:1:1: "
    ),
    Input(
      "SQL that violates a constraint",
      ["a.sql": "\n\nINSERT INTO customers (id, name) VALUES (1, NULL);"],
      "a.sql:3:1: "
    ),
    Input(
      "SQL with a reference to nothing",
      ["a.sql": "INSERT INTO orders (id, customer_id) VALUES (1, 7);"],
      "a.sql:1:1: a row of orders refers to a row of customers that does not exist"
    ),
    Input(
      "JSON that is nested too deeply",
      ["customers.json": String(repeating: "[", count: 200)],
      "customers.json:1:"
    ),
  ]

  @Test(arguments: inputs)
  func `a bad file fails at its exact place`(input: Input) throws {
    let scene = try FixtureScene(input.files)
    let failure = try scene.failure()
    let prefix = input.files.isEmpty ? "Fixtures/shop" : "Fixtures/shop/"
    #expect(failure.hasPrefix(prefix + input.error), "\(failure)")
    // The command's options help nobody who writes a test.
    #expect(!failure.contains("--"), "\(failure)")
  }

  @Test func `a symbolic link, a folder and a pipe fail at their names`() throws {
    for (name, make) in [
      ("customers.jsonl", { symlink("/dev/null", $0) == 0 }),
      ("more", { mkdir($0, 0o700) == 0 }), ("orders.jsonl", { mkfifo($0, 0o600) == 0 }),
    ] as [(String, (String) -> Bool)] {
      let scene = try FixtureScene()
      #expect(make(scene.folder + "/" + name))
      #expect(try scene.failure().hasPrefix("Fixtures/shop/\(name):1:1: "))
    }
  }

  @Test func `a missing folder and a file in its place fail at their path`() throws {
    for path in ["nothing", "data.sqlite"] {
      let scene = try FixtureScene()
      #expect {
        _ = try FixtureFolder(path: scene.directory.file(path), shownAs: "Fixtures/\(path)")
      } throws: { error in
        "\(error)".hasPrefix("Fixtures/\(path):1:1: the folder of the fixture cannot be read")
      }
    }
  }

  @Test func `bytes that are no UTF-8 fail at their place`() throws {
    let scene = try FixtureScene()
    try scene.directory.write([0x7B, 0x22, 0xFF, 0x22, 0x7D], to: "shop/customers.jsonl")
    #expect(try scene.failure().hasPrefix("Fixtures/shop/customers.jsonl:1:"))
    try scene.directory.write([0xFF], to: "shop/a.sql")
    #expect(try scene.failure().hasPrefix("Fixtures/shop/a.sql:1:1: "))
  }

  @Test func `two labels with the same key fail with both names`() throws {
    let schema = LabelSchema([try customers()])
    let log = LabelLog(schema) { _, _ in .integer(7) }
    let place = InputPlace(file: "customers.jsonl", line: 2, column: 8, byteOffset: 40)
    let table = try customers()
    _ = try log.key(for: "@ada", column: 0, of: table, at: place)
    _ = try log.key(for: "@ada", column: 0, of: table, at: place)
    #expect {
      _ = try log.key(for: "@eve", column: 0, of: table, at: place)
    } throws: { error in
      "\(error)".hasPrefix(
        "customers.jsonl:2:8: the labels \"ada\" and \"eve\" of customers have the same key"
      )
    }
  }

  private func customers() throws -> TableSchema {
    let scene = try FixtureScene()
    let connection = try WriterConnection.open(
      DatabaseLocation(path: scene.database),
      mode: .existing
    )
    return try #require(try SchemaReader(connection).table("customers"))
  }
}
