import GRDB

/// A post as a record of GRDB.
struct PostRecord: FetchableRecord, TableRecord, Sendable, Equatable {
  static let databaseTableName = "posts"
  static var databaseSelection: [any SQLSelectable] {
    [Column("id"), Column("title"), Column("author_id")]
  }

  let id: Int
  let title: String
  let author: Int

  init(row: Row) {
    id = row[0]
    title = row[1]
    author = row[2]
  }

  static let sql = "SELECT id, title, author_id FROM posts WHERE author_id = ? ORDER BY id"

  /// Returns a fetch of the posts of a user, by SQL or by the query interface.
  static func fetch(_ variant: GRDBVariant, of user: Int) -> @Sendable (Database) throws -> [Self] {
    if variant.isTuned {
      return { try fetchAll($0.cachedStatement(sql: sql), arguments: [user]) }
    }
    return { try filter(Column("author_id") == user).order(Column("id")).fetchAll($0) }
  }
}

extension RelationshipFanOut {
  /// Measures the same writes with GRDB's observations of the same lists.
  static func measurePeers(_ run: LiveRun, _ count: Int, _ template: String, _ bare: [Outcome])
    throws
  {
    guard count <= 10_000 else {
      run.report.note("GRDB at N = \(count): not measured, because one write would take minutes.")
      return
    }
    for variant in GRDBVariant.all where count <= 1_000 || variant.isFastest {
      let path = try run.files.copy(template)
      defer { run.files.remove(path) }
      try measure(run, count, path, variant, bare)
    }
  }

  private static func measure(
    _ run: LiveRun,
    _ count: Int,
    _ path: String,
    _ variant: GRDBVariant,
    _ bare: [Outcome]
  ) throws {
    let observations = try GRDBObservations<[PostRecord]>(variant, path)
    let script = FanOutScript(observed: count, GRDBPostWriter(writer: observations.writer))
    let effort =
      switch count {
      case ...100: Effort(rounds: 100)
      case ...1_000: Effort.few(5, within: .seconds(5))
      default: Effort(rounds: 3, warmUps: 0, limit: .seconds(20), countedRounds: 1)
      }
    let latest = (0..<count).map { _ in Latest<[PostRecord]>() }
    for user in 0..<count {
      observations.observe(PostRecord.fetch(variant, of: user), deliver: latest[user].receive)
    }
    guard observations.settle() else {
      run.report.note("\(variant.name), N = \(count): not measured, had not begun after a minute.")
      return
    }
    let steps = script.steps { effect, write in
      let fetches = effect.isOfRegion ? count : 0
      let deliveries = variant.removesDuplicates ? effect.contents : fetches
      try observations.tally.wait(fetches: fetches, deliveries: deliveries, for: write)
    }
    // Above 1,000 observers, a write takes seconds, so only one kind of write is measured.
    let measured = count > 1_000 ? steps.filter { $0.name == "insert" } : steps
    for outcome in try run.measure(measured, effort) {
      let floor = bare.first { $0.times.name == outcome.times.name }
      run.report.add(benchmark, variant: variant.name, n: count, outcome, to: floor)
    }
    for user in script.touchedUsers {
      let posts = try observations.writer.read(PostRecord.fetch(variant, of: user))
      verify(latest[user].value == posts, "\(variant.name), the posts of user \(user)")
    }
    observations.cancel()
  }
}

extension GRDBVariant {
  /// Whether the variant is the fastest one. Above 1,000 observers, only this variant is measured.
  fileprivate var isFastest: Bool { isPool && isTuned && removesDuplicates }
}

struct GRDBPostWriter: PostWriter {
  let writer: any DatabaseWriter

  private func run(_ sql: String, _ arguments: StatementArguments) throws {
    try writer.write { try $0.cachedStatement(sql: sql).execute(arguments: arguments) }
  }

  func retitle(_ post: Int, _ title: String) throws {
    try run("UPDATE posts SET title = ? WHERE id = ?", [title, post])
  }

  func insert(_ post: Int, author: Int) throws {
    try run("INSERT INTO posts (id, title, author_id) VALUES (?, 'new', ?)", [post, author])
  }

  func delete(_ post: Int) throws { try run("DELETE FROM posts WHERE id = ?", [post]) }

  func move(_ post: Int, to author: Int) throws {
    try run("UPDATE posts SET author_id = ? WHERE id = ?", [author, post])
  }

  func view(_ post: Int, _ count: Int) throws {
    try run("UPDATE posts SET views = ? WHERE id = ?", [count, post])
  }

  func set(_ value: Int) throws {
    try run("UPDATE settings SET value = ? WHERE id = 1", [value])
  }
}
