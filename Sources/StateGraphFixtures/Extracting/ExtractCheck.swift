import Glibc
import StateGraphFormats
import StateGraphSQLite
import StateGraphTools

/// Checks that the files of an extraction restore exactly the extracted rows.
///
/// The check loads the files into an empty database with the same schema, extracts its rows, and
/// compares the bytes of both extractions.
struct ExtractCheck {
  private let folder: StagedFolder
  private let schema: SchemaText
  /// Lists the tables and the files of the extraction.
  private let report: ExtractReport

  init(_ folder: StagedFolder, schema: SchemaText, report: ExtractReport) {
    (self.folder, self.schema, self.report) = (folder, schema, report)
  }

  /// - Returns: Why the files were not checked, as a clause without a full stop. It is nil if they
  ///   were.
  /// - Throws: `.unrepresentable` if the files do not load or give other rows.
  func run() throws -> String? {
    let scratch = try TemporaryFolder()
    defer { scratch.remove() }
    do throws(FixtureError) {
      if let reason = try createTables(at: scratch.databasePath) {
        return "the files were not loaded for a check: \(reason)"
      }
      let files = try FixtureFolder(path: folder.path, shownAs: folder.target)
      _ = try FixtureLoader(files, into: scratch.databasePath).load()
    } catch {
      throw InspectionError(
        .unrepresentable,
        "the extracted rows cannot be loaded into an empty database, and nothing was written: "
          + "\(error)"
      )
    }
    let copy = try StagedFolder(for: folder.path + "-check", replacesExisting: false)
    let session = try ReadSession(path: scratch.databasePath)
    let loaded = try session.read { connection in
      let tables = try SchemaReader(connection).tables()
      return try FixtureWriter(tables, on: connection).write(to: copy) {
        "main.\(table: tables[$0].name) AS t"
      }
    }
    for table in report.tables + loaded.tables {
      for name in table.files { try compare(name, of: table.name, with: copy) }
    }
    return nil
  }

  /// Creates the tables. Returns the reason if only the program that made the file can write them.
  private func createTables(at path: String) throws(FixtureError) -> String? {
    do throws(DatabaseError) {
      let connection = try WriterConnection.open(DatabaseLocation(path: path))
      try connection.beginWrite()
      try connection.copyingSchema { () throws(DatabaseError) in
        try connection.runScript(schema.text) { _ in }
      }
      // This compiles the triggers and finds the collations of the indexes.
      for table in report.tables {
        _ = try connection.prepare("INSERT INTO main.\(table: table.name) DEFAULT VALUES")
      }
      try connection.commitWrite()
      return nil
    } catch {
      if error.isAboutMissingExtension {
        // The outer message has the number of a line in a text that the user does not see.
        return (error.cause as? DatabaseError ?? error).clause
      }
      throw FixtureError(error.clause, remedy: error.remedy, in: folder.target)
    }
  }

  private func compare(_ name: String, of table: String, with copy: StagedFolder) throws {
    guard try !FileComparison.areEqual(folder.path + "/" + name, and: copy.path + "/" + name) else {
      return
    }
    throw InspectionError(
      .unrepresentable,
      "the extracted rows of \(printable(table)) are different after they are loaded, and nothing "
        + "was written",
      remedy: "Check whether a trigger changes rows, or whether another table writes to this one"
    )
  }
}
