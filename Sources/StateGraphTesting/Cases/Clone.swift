import StateGraphSQLite

/// A copy of a template (a prepared database file), and the `Database` that has the copy open. Each
/// test works with a clone of its own.
final class Clone: Sendable {
  let database: Database
  let template: PreparedTemplate
  /// The environment of the copy's file: its path, its file system and its faults, or nil for a
  /// database in memory.
  let environment: TestEnvironment?

  init(
    of template: PreparedTemplate,
    in storage: TestDatabase.Storage,
    _ configuration: Database.Configuration,
    settings: EnvironmentSettings
  ) throws {
    self.template = template
    switch storage {
    case .memory:
      guard settings.isEmpty else {
        throw TestDatabaseError(
          .misuse,
          "A database in memory has neither a seed nor a time of its own.",
          remedy: "Remove `in: .memory`."
        )
      }
      environment = nil
      database = try Database(
        .memory,
        content: .image(template.image.bytes),
        configuration: configuration
      )
    case .file:
      let path = try Clone.copy(template)
      do {
        let environment = try TestEnvironment(path: path, settings)
        self.environment = environment
        database = try Clone.open(environment, configuration: configuration)
      } catch {
        FileSystem.removeDatabase(path)
        throw error
      }
    }
    try template.learnSchema(from: database)
  }

  /// Opens files that a simulated crash has left. `environment` contains their path.
  init(
    reopening environment: TestEnvironment,
    of template: PreparedTemplate,
    _ configuration: Database.Configuration
  ) throws {
    self.template = template
    self.environment = environment
    database = try Database(
      DatabaseLocation(path: environment.path),
      content: .upToDate,
      configuration: configuration.following(environment)
    )
  }

  private static func open(
    _ environment: TestEnvironment,
    configuration: Database.Configuration
  ) throws -> Database {
    do {
      return try Database(
        DatabaseLocation(path: environment.path),
        content: .upToDate,
        configuration: configuration.following(environment)
      )
    } catch {
      environment.remove()
      throw error
    }
  }

  private static func copy(_ template: PreparedTemplate) throws -> String {
    let size = template.image.bytes.count
    let path = try CloneFolder.folder(forCloneOf: size).newPath()
    do {
      try template.copy(to: path)
      return path
    } catch let error as TestDatabaseError where error.code == .noSpace {
      // Other programs may have filled the shared memory since its free space was checked.
      var places = CloneFolder.Places()
      places.memory = places.disk
      let other = try CloneFolder.folder(forCloneOf: size, in: places).newPath()
      try template.copy(to: other)
      return other
    }
  }

  /// Removes the files of the copy. A connection that is still open can read the removed files
  /// until it is closed.
  func removeFiles() {
    guard let environment else { return }
    environment.remove()
    FileSystem.removeDatabase(environment.path)
  }
}
