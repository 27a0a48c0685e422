import StateGraphLive
import TestSupport
import Testing

@testable import StateGraphPersistence
@testable import StateGraphSQLite

/// A table of specimens, the images of its rows, and SQLite's answers about them.
struct SpecimenScene {
  let database: Database
  let columns: ImageColumns
  let schema: TableSchema
  let images: [SQLiteValue: RowImage]

  init(
    _ table: SpecimenTable,
    rowCount: Int,
    _ random: inout SeededRandom,
    _ change: (Database) throws -> Void = { _ in }
  ) throws {
    database = try Database(path: ":memory:")
    try table.make(in: database)
    try table.fill(database, rowCount: rowCount, &random)
    try change(database)
    schema = try #require(try database.table("specimens"))
    columns = ImageColumns(Specimen._$definition, schemas: schema.columns)
    images = try SpecimenScene.images(of: schema, in: database)
  }

  func currentImages() throws -> [SQLiteValue: RowImage] {
    try SpecimenScene.images(of: schema, in: database)
  }

  /// The images of the rows, by key.
  private static func images(
    of schema: TableSchema,
    in database: Database
  ) throws -> [SQLiteValue: RowImage] {
    try database.withReader { connection in
      let names = schema.columns.map(\.name)
      let statement = try connection.prepare("SELECT \(columns: names) FROM specimens")
      defer { statement.reset() }
      var images: [SQLiteValue: RowImage] = [:]
      while try statement.step() {
        let image = statement.image(names.count)
        images[image[0]] = image
      }
      return images
    }
  }

  func selected(_ condition: QueryExpression) throws -> Set<SQLiteValue> {
    var shape = QueryShape()
    shape.condition = condition
    let statement = try QueryRenderer.statement(shape, result: .keys, of: Specimen.self)
    return Set(try database.rows(statement.sql).map { $0[0] })
  }

  func holding(_ condition: RowCondition) -> Set<SQLiteValue> {
    Set(images.filter { (try? condition.holds($0.value)) == true }.keys)
  }

  func compiles(_ condition: QueryExpression) -> Bool {
    RowCondition(condition, over: columns) != nil
  }
}
