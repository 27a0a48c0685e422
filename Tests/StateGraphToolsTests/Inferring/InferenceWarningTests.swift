import StateGraphImport
import StateGraphTools
import TestSupport
import Testing

@Suite("What an inference reports about its inputs")
struct InferenceWarningTests {
  @Test func `one row is no evidence for a key without the name of a key`() throws {
    let scene = try InferenceScene([("books.csv", "author,title\n1,a\n")])
    #expect(scene.schema.tables.map(\.primaryKey) == [["content_key"]])
    #expect(!scene.schema.sql.contains("unique in all"))
  }

  @Test func `each file of a folder that is not read is named with the reason`() throws {
    let directory = try TemporaryDirectory()
    _ = try directory.write("id\n1\n2\n", to: "books.csv")
    let notes = try directory.write("x", to: "notes.txt")
    let schema = try SchemaInference(inputs: [ImportInput(path: directory.path)]).run()
    #expect(
      schema.warnings == ["\(notes): skipped, since its extension is not that of a format"]
    )
  }

  @Test func `a table that only the mapping names is reported with the nearest name`() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("id\n1\n2\n", to: "books.csv")
    var mapping = ImportMapping()
    mapping.tables["bokos"] = TableMapping()
    var inference = SchemaInference(inputs: [ImportInput(path: path)])
    inference.mapping = .value(mapping)
    let warnings = try inference.run().warnings
    #expect(warnings.count == 1)
    #expect(warnings.first?.contains("names the table \"bokos\"") == true)
    #expect(warnings.first?.contains("for example to \"books\"") == true)
  }
}
