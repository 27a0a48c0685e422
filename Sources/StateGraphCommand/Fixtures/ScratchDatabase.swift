import Glibc
import StateGraphSQLite
import StateGraphTools

/// A temporary database for `fixtures generate`. It has the tables and indexes of another database
/// or of migrations, but not their rows. The command fills it with generated rows and then removes
/// it.
struct ScratchDatabase {
  let path: String
  private let folder: String

  /// Creates the database in a new temporary folder.
  ///
  /// - Parameter source: The path of a database file, or of a folder with migrations.
  /// - Throws: `DatabaseError` or ``CommandFailure`` if the source cannot be read or the folder
  ///   cannot be created.
  init(_ source: String) throws {
    let objects = try Self.objects(of: source)
    let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(parent)/stategraph-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else {
      throw CommandFailure(
        "\(parent): a folder cannot be created. Set TMPDIR to a folder that can be written.",
        exitCode: ExitStatus.cannotCreate
      )
    }
    folder = String(cString: made)
    path = folder + "/rows.sqlite"
    do {
      let connection = try WriterConnection.open(DatabaseLocation(path: path))
      try connection.beginWrite()
      // Triggers and views are left out: a trigger would change or refuse generated rows, and a
      // view has no rows.
      for kind in ["table", "index"] {
        for object in objects where object.kind == kind && !object.sql.isEmpty {
          try connection.run(SQL(text: object.sql))
        }
      }
      try connection.commitWrite()
    } catch {
      remove()
      throw error
    }
  }

  func remove() {
    for suffix in ["", "-wal", "-shm", "-sharing"] { unlink(path + suffix) }
    rmdir(folder)
  }

  private static func objects(of source: String) throws -> [SchemaObject] {
    var status = stat()
    guard stat(source, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      let location = try DatabaseLocation(path: source)
      guard try location.hasContent() else {
        throw CommandFailure(
          "there is no database and no folder at \(source). Check the path.",
          exitCode: ExitStatus.noInput
        )
      }
      return try FileInspection.read(location) { connection throws(DatabaseError) in
        try objects(on: connection)
      }
    }
    let connection = try WriterConnection.open(.memory)
    _ = try Migrator(connection, migrations: MigrationSource.directory(source).load()).migrate()
    return try objects(on: connection)
  }

  /// Returns the tables of the user and their indexes, without the tables of SQLite and this
  /// library.
  private static func objects(
    on connection: Connection
  ) throws(DatabaseError) -> [SchemaObject] {
    let reader = SchemaReader(connection)
    let tables = try reader.tables()
    let names = tables.map(\.name) + tables.flatMap { $0.indexes.map(\.name) }
    return try reader.objects().filter { object in names.contains { $0 == object.name } }
  }
}
