import ImportTestSupport
import StateGraphImport
import StateGraphSQLite
import StateGraphTools
import TestSupport

/// One CSV file, its inferred schema, and the rows that an import with the same options writes.
struct FieldScene {
  let schema: InferredSchema
  let rows: [[SQLiteValue]]

  init(
    _ text: String,
    numbers: NumberPolicy = .exact,
    mapping: ImportMapping? = nil,
    _ change: (inout ImportInput, inout FieldRules) -> Void = { _, _ in }
  ) throws {
    let directory = try TemporaryDirectory()
    var input = ImportInput(path: try directory.write(text, to: "t.csv"))
    var rules = FieldRules()
    change(&input, &rules)
    var inference = SchemaInference(inputs: [input])
    inference.fields = rules
    inference.numbers = numbers
    inference.mapping = mapping.map { .value($0) }
    schema = try inference.run()
    let scene = try ImportScene(schema.sql)
    var request = ImportRequest(inputs: [input])
    request.fields = rules
    request.numbers = numbers
    request.mapping = mapping.map { .value($0) }
    _ = try Importer(path: scene.database).run(request)
    let names = schema.tables[0].columns.filter { $0 != "content_key" }
    rows = try scene.rows("SELECT \(columns: names) FROM t ORDER BY rowid")
  }

  /// The columns of the table without a made key, as the SQL declares them.
  func declares(_ column: String) -> Bool { schema.sql.contains(column) }
}
