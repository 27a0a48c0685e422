import StateGraphImport
import StateGraphSQLite
import StateGraphTools
import TestSupport
import Testing

// The code of StateGraphTools.md, as it stands there. SnippetTests compares the two.
private func exportExample(path: String, target: String) throws {
  var request = ExportRequest(tables: ["books"], to: .file(target))
  request.format = .json
  request.isNested = true
  let report = try Exporter(path: path).run(request)
  print(report.tables[0].rows)
}

private func inferenceExample(input: String) throws -> InferredSchema {
  let inference = SchemaInference(inputs: [ImportInput(path: input)])
  let schema = try inference.run()
  print(schema.sql)
  return schema
}

@Suite struct ToolsExampleTests {
  @Test func `the inference of the article finds the tables of the export of the article`() throws {
    let directory = try TemporaryDirectory()
    let (path, target) = (directory.file("library.sqlite"), directory.file("books.json"))
    let database = try Database(path: path, migrations: .directory(PackageRoot.migrations))
    try database.execute("INSERT INTO authors VALUES ('a1', 'Ada')")
    try database.execute("INSERT INTO books VALUES ('b1', 'Notes', 'a1', NULL)")
    try database.close()
    try exportExample(path: path, target: target)
    let schema = try inferenceExample(input: target)
    #expect(schema.tables.contains { $0.name == "books" && $0.primaryKey == ["id"] })
  }
}
