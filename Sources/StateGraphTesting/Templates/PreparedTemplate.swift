import StateGraphFixtures
import StateGraphSQLite
import StateGraphThreads

/// A template (a database file that tests copy) whose file is complete. ``Template/prepare()``
/// creates it.
final class PreparedTemplate: Sendable {
  /// The bytes of the template's file. SQLite opens copies of the file, but never the file itself.
  let image: FileImage
  /// The digest that names the template's file for other processes, or nil if this process alone
  /// can use the template, because code of the test has written its rows.
  let digest: String?
  let names: LabelNames
  private let knownPrinter = Guarded<RowPrinter?>(nil)

  /// - Throws: An error if the file does not exist or cannot be read.
  init(path: String, digest: String?, names: LabelNames) throws {
    image = try FileImage(path: path)
    self.digest = digest
    self.names = names
  }

  /// Writes a copy of the template to a new file.
  func copy(to path: String) throws { try image.write(to: path) }

  /// Reads the schema from a copy of the template that is open. Each test calls this method, and
  /// only the first call reads the schema.
  func learnSchema(from database: Database) throws {
    guard knownPrinter.withLock({ $0 == nil }) else { return }
    let schema = try database.write {
      try database.withWriter { LabelSchema(try SchemaReader($0).tables()) }
    }
    let printer = RowPrinter(schema: schema, labels: LabelIndex(names, schema: schema))
    knownPrinter.withLock { $0 = printer }
  }

  /// Converts rows to text with their labels. Before ``learnSchema(from:)``, the printer knows no
  /// tables.
  var printer: RowPrinter {
    knownPrinter.withLock { $0 }
      ?? RowPrinter(schema: LabelSchema([]), labels: LabelIndex(names, schema: LabelSchema([])))
  }

  /// The columns of the database whose values may have labels.
  var schema: LabelSchema { printer.schema }
}
