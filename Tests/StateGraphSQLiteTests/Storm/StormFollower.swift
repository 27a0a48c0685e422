import StateGraphThreads
import TestSupport
import Testing

@testable import StateGraphSQLite

/// A database of the file, and a model of its tables that the change sets update.
final class StormFollower: Sendable {
  let database: Database
  private let commits = CommitRecorder()
  private let told = Guarded<CollidingTables.Model>([:])
  private let comment: Comment

  init(_ file: StormFile, _ comment: Comment) throws {
    self.comment = comment
    var configuration = Database.Configuration()
    // Sanitizers are slow, and no process keeps the write lock.
    configuration.busyTimeout = .seconds(60)
    database = try Database(path: file.path, configuration: configuration)
    for name in StormFile.tables {
      guard let table = try database.table(name) else { throw TestFailure("no table \(name)") }
      try database.watch(table)
    }
    let commits = commits
    _ = database.attach { commits }
    // A write starts after the commits of other databases, and no commit happens during it.
    try database.write {
      _ = commits.changeSets.drain()
      let fresh = try read()
      told.withLock { $0 = fresh }
    }
  }

  /// Compares the model with the file.
  func expectNothingMissed() throws {
    try database.write {
      let model = applyCommits()
      let fresh = try read()
      #expect(model.isIdentical(to: fresh), comment)
    }
  }

  /// The count of `writer` according to the change sets. Callable after the database is closed.
  func done(by writer: Int) -> SQLiteValue? {
    applyCommits()["writers"]?[RowKey([.integer(Int64(writer))])]?[1]
  }

  @discardableResult
  private func applyCommits() -> CollidingTables.Model {
    let changeSets = commits.changeSets.drain()
    return told.withLock { model in
      for changeSet in changeSets { CollidingTables.apply(changeSet, to: &model) }
      return model
    }
  }

  private func read() throws -> CollidingTables.Model {
    var model: CollidingTables.Model = [:]
    for name in StormFile.tables {
      for row in try database.rows("SELECT * FROM \(table: name)").map(\.values) {
        model[name, default: [:]][RowKey([row[0]])] = row
      }
    }
    return model
  }
}
