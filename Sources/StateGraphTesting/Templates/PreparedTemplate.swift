import StateGraphFixtures
import StateGraphSQLite
import StateGraphThreads

/// A template that is ready to be copied.
final class PreparedTemplate: Sendable {
  /// The bytes of the file. SQLite never opens the file itself.
  let image: FileImage
  /// The name under which other processes find the template. Nil if they cannot.
  let digest: String?
  let names: LabelNames
  private let knownPrinter = Guarded<RowPrinter?>(nil)

  /// - Throws: An error if the file does not exist.
  init(path: String, digest: String?, names: LabelNames) throws {
    image = try FileImage(path: path)
    self.digest = digest
    self.names = names
  }

  /// Writes a copy of the template to a new file.
  func copy(to path: String) throws { try image.write(to: path) }

  /// Reads the schema from the first copy that was opened. Later calls do nothing.
  func learnSchema(from database: Database) throws {
    guard knownPrinter.withLock({ $0 == nil }) else { return }
    let schema = try database.write {
      try database.withWriter { LabelSchema(try SchemaReader($0).tables()) }
    }
    let printer = RowPrinter(schema: schema, labels: LabelIndex(names, schema))
    knownPrinter.withLock { $0 = printer }
  }

  /// Prints rows with their labels. Knows no tables before ``learnSchema(from:)``.
  var printer: RowPrinter {
    knownPrinter.withLock { $0 }
      ?? RowPrinter(schema: LabelSchema([]), labels: LabelIndex(names, LabelSchema([])))
  }

  /// The columns with labels.
  var schema: LabelSchema { printer.schema }
}
