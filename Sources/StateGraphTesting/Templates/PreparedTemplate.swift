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
  private let knownSchema = Guarded<LabelSchema?>(nil)

  /// - Throws: An error if the file does not exist.
  init(path: String, digest: String?, names: LabelNames) throws {
    image = try FileImage(path: path)
    self.digest = digest
    self.names = names
  }

  /// Writes a copy of the template to a new file.
  func copy(to path: String) throws { try image.write(to: path) }

  /// Reads the columns with labels from the first copy that was opened. Later calls do nothing.
  func learnSchema(from database: Database) throws {
    guard knownSchema.withLock({ $0 == nil }) else { return }
    let made = try database.write {
      try database.withWriter { LabelSchema(try SchemaReader($0).tables()) }
    }
    knownSchema.withLock { $0 = made }
  }

  /// The columns with labels. Empty before ``learnSchema(from:)``.
  var schema: LabelSchema { knownSchema.withLock { $0 } ?? LabelSchema([]) }
}
