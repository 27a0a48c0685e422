import ImportTestSupport
import StateGraphFormats
import StateGraphImport
import StateGraphTools
import TestSupport
import Testing

@Suite("Inference from files with bad records")
struct BadRecordInferenceTests {
  @Test(arguments: [
    ("t.csv", "id,a\n1,x\n2,x,y\n3,z\n4\n"),
    ("t.jsonl", "{\"id\":1}\n{\"id\":\n{\"id\":3}\nnull\n"),
  ])
  func `records that cannot be read are left out and counted`(name: String, text: String) throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write(text, to: name)
    var inference = SchemaInference(inputs: [ImportInput(path: path)])
    #expect(throws: ImportError.self) { try inference.run() }
    inference.skipsBadRecords = true
    let schema = try inference.run()
    #expect(schema.tables.map(\.records) == [2])
    #expect(schema.warnings.count == 1)
    #expect(schema.warnings.first?.contains("2 records cannot be read") == true)
    let report = try ImportScene(schema.sql).run([path]) { $0.onError = .skip }
    #expect(report.changes == 2)
    #expect(report.rejects.count == 2)
  }
}
