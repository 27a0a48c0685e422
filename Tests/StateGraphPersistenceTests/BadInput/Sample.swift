import StateGraphPersistence
import TestSupport

/// One property of each kind that a column can hold.
@Entity
final class Sample {
  typealias TypedIdentifierRawValue = String
  let typedID: TypedID
  @GraphStored var whole: Int = 0
  @GraphStored var small: Int32 = 0
  @GraphStored var flag: Bool = false
  @GraphStored var real: Double = 0
  @GraphStored var optionalReal: Double?
  @GraphStored var text: String = ""
  @GraphStored var bytes: [UInt8] = []
}

/// A table of samples whose columns accept any value, in its own file.
struct SampleDatabase {
  let directory: TemporaryDirectory
  let database: Database
  let samples: EntityStore<Sample>
  let failures = Recorder<DatabaseError>()

  init() throws {
    let directory = try TemporaryDirectory()
    var configuration = Database.Configuration()
    configuration.onWriteFailure = { [failures, directory] error in
      _ = directory
      if let error = error as? DatabaseError { failures.record(error) }
    }
    database = try Database(path: directory.file("samples.sqlite"), configuration: configuration)
    // Without STRICT and NOT NULL, a column can hold any value, as in files of other programs.
    try database.execute(
      """
      CREATE TABLE samples (
        id TEXT PRIMARY KEY NOT NULL, whole INTEGER, small INTEGER, flag INTEGER, real REAL,
        optional_real REAL, text TEXT, bytes BLOB
      )
      """
    )
    samples = try EntityStore<Sample>(database)
    self.directory = directory
  }

  /// Opens the same file in a database without loaded entities.
  func reopened() throws -> EntityStore<Sample> {
    try EntityStore<Sample>(Database(path: directory.file("samples.sqlite")))
  }

  func value(_ sql: SQL) throws -> SQLiteValue? {
    try database.rows(sql).first?[0]
  }
}
