extension BadFixture {
  private static let ada = #"{"id": "@ada", "name": "Ada"}"#

  public static let all: [BadFixture] = [
    BadFixture(
      "an unknown label",
      ["customers.jsonl": ada, "orders.jsonl": #"{"id": "@first", "customer": "@adda"}"#],
      #"orders.jsonl:1:30: no row of customers is labelled "adda". The nearest is "ada""#
    ),
    BadFixture(
      "an unknown label without a similar one",
      ["orders.jsonl": #"{"id": "@first", "customer": "@ada"}"#],
      #"orders.jsonl:1:30: no row of customers is labelled "ada""#
    ),
    BadFixture(
      "an unknown label in CSV",
      ["customers.jsonl": ada, "orders.csv": "id,customer_id\n@first,@ada\n@second,@adda\n"],
      #"orders.csv:3:9: no row of customers is labelled "adda". The nearest is "ada""#
    ),
    BadFixture(
      "an unknown text key",
      ["tags.jsonl": "{\"id\": \"swift\"}\n{\"id\": \"macro\", \"parent\": \"swfit\"}\n"],
      #"tags.jsonl:2:27: no row of tags is labelled "swfit". The nearest is "swift""#
    ),
    BadFixture(
      "an unknown key",
      ["orders.jsonl": #"{"id": 1, "customer": 7}"#],
      "orders.jsonl:1:23: 1 record refers by \"customer_id\""
    ),
    BadFixture(
      "a label twice",
      ["customers.jsonl": ada + "\n" + ada],
      "customers.jsonl:2:8: "
    ),
    BadFixture(
      "a label twice in CSV",
      ["customers.csv": "id,name\n@ada,Ada\n@ada,Ada\n"],
      "customers.csv:3:1: "
    ),
    BadFixture(
      // The keys of both labels are 0x72fa00550399, the first 48 bits of their digests. A search
      // through 67 million labels has found 16 such pairs.
      "two labels with the same key",
      [
        "customers.jsonl": """
        {"id": "@visitor-3189805", "name": "Ada"}
        {"id": "@visitor-52476180", "name": "Eve"}
        """
      ],
      "customers.jsonl:2:8: the labels \"visitor-3189805\" and \"visitor-52476180\" of customers "
        + "have the same key"
    ),
    BadFixture(
      "a label without a name",
      ["customers.jsonl": #"{"id": "@", "name": "Ada"}"#],
      "customers.jsonl:1:8: a label needs a name behind the @"
    ),
    BadFixture(
      "NULL in a column that must not be NULL",
      ["customers.jsonl": #"{"id": "@ada", "name": null}"#],
      "customers.jsonl:1:24: "
    ),
    BadFixture(
      "no value for a column that must not be NULL",
      ["customers.jsonl": #"{"id": "@ada"}"#],
      "customers.jsonl:1:1: "
    ),
    BadFixture(
      "a violated CHECK",
      ["customers.jsonl": ada + "\n" + #"{"id": "@eve", "name": "Eve", "age": -1}"#],
      "customers.jsonl:2:1: "
    ),
    BadFixture(
      "a violated UNIQUE",
      [
        "customers.jsonl": """
        {"id": "@ada", "name": "Ada", "email": "a@b"}
        {"id": "@eve", "name": "Eve", "email": "a@b"}
        """
      ],
      "customers.jsonl:2:1: "
    ),
    BadFixture(
      "text in a column of integers",
      ["customers.jsonl": #"{"id": "@ada", "name": "Ada", "age": "old"}"#],
      "customers.jsonl:1:38: "
    ),
    BadFixture(
      "a label in a column that is no key",
      ["customers.jsonl": #"{"id": "@ada", "name": "Ada", "age": "@ada"}"#],
      "customers.jsonl:1:38: "
    ),
    BadFixture(
      "a label in a key of several columns",
      ["order_lines.jsonl": #"{"order": 1, "place": "@one"}"#],
      "order_lines.jsonl:1:23: "
    ),
    BadFixture(
      "a boolean in a column of text",
      ["customers.jsonl": #"{"id": "@ada", "name": true}"#],
      "customers.jsonl:1:24: "
    ),
    BadFixture(
      "text that is no label in a key of bytes",
      ["devices.jsonl": #"{"id": "phone"}"#],
      "devices.jsonl:1:8: "
    ),
    BadFixture(
      "two files for a table",
      ["orders.csv": "id\n", "orders.jsonl": ""],
      "orders.jsonl:1:1: the table orders already has the file orders.csv"
    ),
    BadFixture(
      "a file for no table",
      ["custmers.jsonl": ada],
      #"custmers.jsonl:1:1: the database has no table "custmers". The nearest is "customers""#
    ),
    BadFixture(
      "an unknown column",
      ["customers.jsonl": #"{"id": "@ada", "nme": "Ada"}"#],
      "customers.jsonl:1:16: "
    ),
    BadFixture(
      "an unknown column in CSV",
      ["customers.csv": "id,nme\n@ada,Ada\n"],
      "customers.csv:1:4: "
    ),
    BadFixture(
      "a computed column",
      ["devices.jsonl": #"{"id": "@a", "size": 3}"#],
      "devices.jsonl:1:14: "
    ),
    BadFixture("an empty folder", [:], ":1:1: the folder has no fixture files"),
    BadFixture(
      "a file of an unknown format",
      ["customers.xml": ""],
      "customers.xml:1:1: the file has no"
    ),
    BadFixture(
      "half a line",
      ["customers.jsonl": ada + "\n" + #"{"id": "@eve", "na"#],
      "customers.jsonl:2:16: "
    ),
    BadFixture(
      "half an array",
      ["customers.json": "[" + ada],
      "customers.json:1:31: "
    ),
    BadFixture("an empty JSON file", ["customers.json": ""], "customers.json:1:1: "),
    BadFixture(
      "a member twice",
      ["customers.jsonl": #"{"id": "@ada", "id": "@eve"}"#],
      "customers.jsonl:1:16: "
    ),
    BadFixture("a record that is a number", ["customers.jsonl": "7"], "customers.jsonl:1:1: "),
    BadFixture(
      "no key",
      ["customers.jsonl": #"{"name": "Ada"}"#],
      "customers.jsonl:1:1: "
    ),
    BadFixture(
      "a member that a table without a primary key does not have",
      ["events.jsonl": #"{"text": "x", "colour": "red"}"#],
      "events.jsonl:1:15: "
    ),
    BadFixture(
      "a CSV record with too few fields",
      ["customers.csv": "id,name\n@ada\n"],
      "customers.csv:2:5: "
    ),
    BadFixture(
      "a quote that is not closed",
      ["customers.csv": "id,name\n@ada,\"Ada\n"],
      "customers.csv:2:6: "
    ),
    BadFixture(
      "a row that a trigger refuses",
      ["customers.jsonl": #"{"id": "@r", "name": "robot"}"#],
      "customers.jsonl:1:1: "
    ),
    BadFixture(
      "an error of syntax in SQL",
      ["a.sql": "-- a\nINSERT INTO customers (id, name) VALUES (1, 'a');\nINSRT INTO customers;\n"],
      "a.sql:3:1: "
    ),
    BadFixture(
      "SQL that ends the transaction",
      ["a.sql": "COMMIT;"],
      "a.sql:1:1: "
    ),
    BadFixture(
      "SQL that violates a constraint",
      ["a.sql": "\n\nINSERT INTO customers (id, name) VALUES (1, NULL);"],
      "a.sql:3:1: "
    ),
    BadFixture(
      "SQL with a reference to nothing",
      ["a.sql": "INSERT INTO orders (id, customer_id) VALUES (1, 7);"],
      "a.sql:1:1: a row of orders refers to a row of customers that does not exist"
    ),
    BadFixture(
      "JSON that is nested too deeply",
      ["customers.json": String(repeating: "[", count: 200)],
      "customers.json:1:129: "
    ),
    BadFixture(
      "bytes that are no UTF-8 in JSON",
      entries: ["customers.jsonl": .bytes([0x7B, 0x22, 0xFF, 0x22, 0x7D])],
      "customers.jsonl:1:3: "
    ),
    BadFixture(
      "bytes that are no UTF-8 in SQL",
      entries: ["a.sql": .bytes([0xFF])],
      "a.sql:1:1: "
    ),
    BadFixture(
      "a symbolic link",
      entries: ["customers.jsonl": .link],
      "customers.jsonl:1:1: the file is a symbolic link"
    ),
    BadFixture(
      "a folder",
      entries: ["more": .folder],
      "more:1:1: the fixture contains a folder"
    ),
    BadFixture(
      "a pipe",
      entries: ["orders.jsonl": .pipe],
      "orders.jsonl:1:1: the fixture contains something else than a file"
    ),
  ]
}
