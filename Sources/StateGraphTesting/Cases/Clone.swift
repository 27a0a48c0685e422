import StateGraphSQLite

/// A copy of a template, and the database that has it open.
final class Clone: Sendable {
  let database: Database
  let template: PreparedTemplate
  /// The path of the copy. Nil for a database in memory.
  private let path: String?

  init(
    of template: PreparedTemplate,
    in storage: TestDatabase.Storage,
    _ configuration: Database.Configuration
  ) throws {
    self.template = template
    switch storage {
    case .memory:
      path = nil
      database = try Database(
        .memory,
        content: .image(template.image.bytes),
        configuration: configuration
      )
    case .file:
      let path = try Clone.copy(template)
      self.path = path
      do {
        database = try Database(
          DatabaseLocation(path: path),
          content: .upToDate,
          configuration: configuration
        )
      } catch {
        FileSystem.removeDatabase(path)
        throw error
      }
    }
    try template.learnSchema(from: database)
  }

  private static func copy(_ template: PreparedTemplate) throws -> String {
    let size = template.image.bytes.count
    let path = try CloneFolder.folder(forCloneOf: size).newPath()
    do {
      try template.copy(to: path)
      return path
    } catch let error as TestDatabaseError where error.code == .noSpace {
      // Other programs may have filled the shared memory since the check.
      var places = CloneFolder.Places()
      places.memory = places.disk
      let other = try CloneFolder.folder(forCloneOf: size, in: places).newPath()
      try template.copy(to: other)
      return other
    }
  }

  /// Removes the files. A connection that is still open keeps reading the removed files.
  func removeFiles() {
    if let path { FileSystem.removeDatabase(path) }
  }
}
