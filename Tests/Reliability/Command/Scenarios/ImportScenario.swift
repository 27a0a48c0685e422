import StateGraphImport
import StateGraphSQLite

/// Imports records in batches.
final class ImportScenario: Scenario {
  static let start = StartingFiles.closed
  /// The number that is acknowledged when the import has returned.
  private static let imported = 0
  private static let batchSize = 25
  private let place: Place

  init(_ place: Place) { self.place = place }

  /// The records. Several records refer to the same city, and the first refers to the last city.
  private var records: [(id: String, name: String, city: String)] {
    (0..<place.recordCount).map { number in
      // Every identifier occurs once, in a scattered order: 10,007 is a prime.
      ("c\(number * 37 % 10_007)", "Customer \(number)", "city \((number + 6) % 7)")
    }
  }

  private var customers: String { place.directory + "/customers.jsonl" }

  func prepare() throws {
    let lines = records.map { record in
      """
      {"id":"\(record.id)","name":"\(record.name)","city":{"id":"\(record.city)","name":"C"}}

      """
    }
    try FileContents.write(Array(lines.joined().utf8), to: customers)
  }

  func act() {
    place.attempt {
      try run()
      place.acknowledge(Self.imported)
    }
  }

  func goOn() throws { try run() }

  func end() {}

  func verify(_ expectation: Expectation) throws -> Set<Int> {
    let database = try place.open(BankMigrations.first)
    let count = try rows(of: database).count
    guard count == place.recordCount || count % Self.batchSize == 0 else {
      throw Violation("the file has \(count) of \(place.recordCount) records: not whole batches")
    }
    if expectation.requires(Self.imported), count != place.recordCount {
      throw Violation("the file has \(count) records although the import returned")
    }
    try database.close()
    try prepare()
    try run()
    try verifyRows()
    try verifyBank(of: place, .exactly([]), attempts: 0)
    return count == place.recordCount ? [Self.imported] : []
  }

  private func run() throws {
    var request = ImportRequest(inputs: [ImportInput(path: customers)])
    request.batchSize = Self.batchSize
    _ = try Importer(path: place.path, migrations: BankMigrations.first).run(request)
  }

  private func rows(of database: Database) throws -> [[SQLiteValue]] {
    try database.rows("SELECT id, name, city_id FROM customers ORDER BY id").map(\.values)
  }

  private func verifyRows() throws {
    let database = try place.open(BankMigrations.first)
    let expected = records.sorted { $0.id < $1.id }.map { record in
      [record.id, record.name, record.city].map { SQLiteValue.text($0) }
    }
    guard try rows(of: database) == expected else {
      throw Violation("the rows differ from the imported records")
    }
    let left = try database.rows(
      "SELECT name FROM sqlite_schema WHERE name LIKE 'stategraph_import%'"
    )
    guard left.isEmpty else {
      throw Violation("the import did not remove the tables \(left.map(\.values))")
    }
    try database.close()
  }
}
