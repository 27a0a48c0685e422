import StateGraphImport
import StateGraphSQLite
import StateGraphTools
import TestSupport
import Testing

/// The table of the article about the command: what each kind of field means by each option.
@Suite("CSV fields that mean NULL, for an inference and an import with the same options")
struct NullRuleTests {
  struct Rule: Sendable, CustomTestStringConvertible {
    let name: String
    var nulls: [String] = []
    var empty: FieldRules.EmptyField?
    var quotedEmpty: FieldRules.EmptyField?
    /// The values of an empty field, an empty field in quotes, and the word NA.
    let texts: [SQLiteValue]
    var testDescription: String { name }

    func apply(_ rules: inout FieldRules) {
      (rules.nullSpellings, rules.emptyField, rules.quotedEmptyField) = (nulls, empty, quotedEmpty)
    }
  }

  static let rules = [
    Rule(name: "default", texts: [.null, .text(""), .text("NA")]),
    Rule(name: "--null NA", nulls: ["NA"], texts: [.text(""), .text(""), .null]),
    Rule(name: "--null NA,", nulls: ["NA", ""], texts: [.null, .text(""), .null]),
    Rule(
      name: "--null NA --empty null",
      nulls: ["NA"],
      empty: .null,
      texts: [.null, .text(""), .null]
    ),
    Rule(name: "--empty text", empty: .text, texts: [.text(""), .text(""), .text("NA")]),
    Rule(name: "--quoted-empty null", quotedEmpty: .null, texts: [.null, .null, .text("NA")]),
    Rule(name: "--quoted-empty text", quotedEmpty: .text, texts: [.null, .text(""), .text("NA")]),
  ]

  @Test(arguments: rules)
  func `an empty field and a word mean what the options say`(rule: Rule) throws {
    let scene = try FieldScene("id,s\n1,\n2,\"\"\n3,NA\n4,\"NA\"\n5,x\n") { rule.apply(&$1) }
    #expect(scene.rows.map { $0[1] } == rule.texts + [.text("NA"), .text("x")])
    let hasNull = rule.texts.contains(.null)
    #expect(scene.declares("\"s\" TEXT NOT NULL") == !hasNull, "\(scene.schema.sql)")
  }

  @Test(arguments: rules.filter { $0.empty != .text && $0.quotedEmpty != .text })
  func `an empty field is NULL in a column of numbers or booleans`(rule: Rule) throws {
    let text = "id,n,r,b\n1,,,\n2,\"\",\"\",\"\"\n3,7,2.5,true\n"
    let scene = try FieldScene(text) { rule.apply(&$1) }
    let nulls: [SQLiteValue] = [.null, .null, .null]
    #expect(
      scene.rows.map { Array($0.dropFirst()) } == [
        nulls, nulls, [.integer(7), .real(2.5), .integer(1)],
      ]
    )
    for column in ["\"n\" INTEGER,", "\"r\" REAL,", "\"b\" INTEGER CHECK"] {
      #expect(scene.declares(column), "\(scene.schema.sql)")
    }
  }

  @Test func `an empty field that must be a text makes a column of texts`() throws {
    let scene = try FieldScene("id,n\n1,\"\"\n2,7\n") { $1.quotedEmptyField = .text }
    #expect(scene.rows == [[.integer(1), .text("")], [.integer(2), .text("7")]])
  }

  @Test func `a column with empty fields in quotes alone is a column of texts`() throws {
    let scene = try FieldScene("id,s\n1,\"\"\n2,\"\"\n")
    #expect(scene.rows.map { $0[1] } == [.text(""), .text("")])
    #expect(scene.declares("\"s\" TEXT NOT NULL"))
  }

  @Test func `an empty number in quotes does not hide a reference`() throws {
    let directory = try TemporaryDirectory()
    let paths = [
      try directory.write("id,name\n1,a\n2,b\n", to: "owners.csv"),
      try directory.write("id,owner_id\n1,\"2\"\n2,\"\"\n3,\"1\"\n", to: "pets.csv"),
    ]
    let schema = try SchemaInference(inputs: paths.map { ImportInput(path: $0) }).run()
    #expect(schema.sql.contains("\"owner_id\" INTEGER REFERENCES \"owners\""), "\(schema.sql)")
  }

  @Test func `a mapping can say that the empty text in quotes is NULL`() throws {
    var mapping = ImportMapping()
    mapping.tables["t"] = TableMapping()
    mapping.tables["t"]?.nullSpellings = ["s": ["", "NA"]]
    let scene = try FieldScene("id,s,u\n1,\"\",\"\"\n2,NA,NA\n3,\"NA\",x\n", mapping: mapping)
    #expect(scene.rows.map { $0[1] } == [.null, .null, .text("NA")])
    #expect(scene.rows.map { $0[2] } == [.text(""), .text("NA"), .text("x")])
  }
}
