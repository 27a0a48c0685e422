import SampleDomains
import TestSupport
import Testing

@testable import StateGraphPersistence

/// The course of commits: what a trace contains, and when there is none.
@Suite struct CommitTraceTests {
  private func scene() throws -> (SocialDatabase, ada: User) {
    let social = try SocialDatabase()
    let ada = User(id: "ada", name: "Ada")
    social.users.add(ada)
    return (social, ada)
  }

  @Test func `without tracing, a commit leaves no trace`() throws {
    let (social, ada) = try scene()
    let subscription = withGraphTracking { ada.$name.onChange { _ in } }
    ada.name = "x"
    #expect(social.database.traces.all.isEmpty)
    #expect(social.database.traces.changeCount == 0)
    social.database.setTracing(true)
    social.database.setTracing(false)
    ada.name = "y"
    #expect(social.database.traces.all.isEmpty)
    subscription.cancel()
  }

  @Test func `a trace has the place of the write, its rows, its nodes and its calls`() throws {
    let (social, ada) = try scene()
    let titles = Computed(name: "titles") { _ in ada.posts.map(\.title) }
    let line = #line + 2
    let subscription = withGraphTracking {
      titles.onChange { _ in }
    }
    social.database.setTracing(true)
    let place = #line + 1
    try social.database.write {
      social.posts.add(Post(id: "p1", title: "x", author: ada))
    }
    let trace = try #require(social.database.traces.all.last)
    #expect(trace.fileID == #fileID)
    #expect(trace.line == place)
    #expect(!trace.isForeign)
    #expect(trace.tables.map(\.description) == ["posts: 1 inserted"])
    #expect(trace.marks.contains { $0.name == "User.posts" })
    let posts = try #require(trace.marks.first { $0.name == "User.posts" })
    // The relationship is a node of its own, which reads the marked result.
    #expect(trace.work.map(\.node.name) == ["User.posts", "titles", "titles"])
    #expect(trace.work.first?.kind == .evaluation(causes: [posts.number], changed: true))
    #expect(trace.work.last?.kind == .call)
    #expect(trace.work.last?.node.line == line)
    #expect(trace.omittedCount == 0)
    subscription.cancel()
  }

  @Test func `the times of a write are in the order in which they happen`() throws {
    let (social, ada) = try scene()
    let subscription = withGraphTracking { ada.$name.onChange { _ in } }
    social.database.setTracing(true)
    ada.name = "x"
    let trace = try #require(social.database.traces.all.last)
    let times = [
      trace.times.start, trace.times.body, trace.times.commit, trace.times.publication,
    ]
    #expect(times.allSatisfy { $0 > 0 })
    #expect(times == times.sorted())
    #expect(trace.work.allSatisfy { $0.start >= trace.times.publication && $0.end >= $0.start })
    #expect(trace.work.count == 1)
    subscription.cancel()
  }

  @Test func `an assignment outside of a write has a name, but no place`() throws {
    let (social, ada) = try scene()
    let node = ada.$name
    let subscription = withGraphTracking { node.onChange { _ in } }
    social.database.setTracing(true)
    ada.name = "x"
    let trace = try #require(social.database.traces.all.last)
    #expect(trace.fileID == nil)
    #expect(!trace.isForeign)
    #expect(trace.tables.map(\.description) == ["users: 1 updated (name)"])
    #expect(trace.marks.map(\.name) == ["User.name"])
    subscription.cancel()
  }

  @Test func `an undoable write has its place`() throws {
    let (social, ada) = try scene()
    let log = try UndoLog("main", in: social.database)
    social.database.setTracing(true)
    let line = #line + 1
    try social.database.write(undo: "Rename", in: log) { ada.name = "x" }
    let trace = try #require(social.database.traces.all.last)
    #expect(trace.line == line)
    #expect(trace.fileID == #fileID)
  }

  @Test func `an asynchronous write has its place`() async throws {
    let (social, ada) = try scene()
    social.database.setTracing(true)
    let line = #line + 1
    try await social.database.write { ada.name = "x" }
    let trace = try #require(social.database.traces.all.last)
    #expect(trace.line == line)
    #expect(trace.fileID == #fileID)
  }

  @Test func `a SELECT has its reason, and the time that it took`() throws {
    let scene = try QueryScene()
    let node = scene.articles.query.order { $0.id.ascending }.limit(10).live
    let subscription = withGraphTracking { node.onChange { _ in } }
    scene.database.setTracing(true)
    for _ in 0..<30 {
      let first = node.wrappedValue.ids[0]
      try scene.database.execute("DELETE FROM articles WHERE id = \(first)")
    }
    let work = scene.database.traces.all.flatMap(\.work)
    let reads = work.filter { $0.kind == .read(reason: "refill") }
    #expect(!reads.isEmpty)
    #expect(reads.allSatisfy { $0.node.name.hasPrefix("SELECT ") && $0.end > $0.start })
    subscription.cancel()
  }

  @Test func `the newest 64 commits are kept`() throws {
    let (social, ada) = try scene()
    social.database.setTracing(true)
    for number in 0..<70 { ada.name = "n\(number)" }
    let numbers = social.database.traces.all.map(\.number)
    #expect(numbers.count == 64)
    #expect(numbers.last == social.database.lastCommit?.number)
    #expect(social.database.traces.trace(numbers[0])?.number == numbers[0])
    #expect(social.database.traces.trace(numbers[0] - 1) == nil)
  }

  @Test func `the marks of a large commit are limited, and the rest is counted`() throws {
    let (social, _) = try scene()
    let others = (0..<1_500).map { User(id: .init("u\($0)"), name: "x") }
    social.users.add(others)
    let subscription = withGraphTracking {
      for user in others { user.$name.onChange { _ in } }
    }
    social.database.setTracing(true)
    try social.database.execute("UPDATE users SET name = 'y'")
    let trace = try #require(social.database.traces.all.last)
    #expect(trace.marks.count == 1_024)
    #expect(trace.marks.count + trace.work.count + trace.omittedCount == 3_000)
    #expect(trace.marks.count + trace.work.count <= 4_096)
    subscription.cancel()
  }

  @Test func `the commit of another process has no place`() throws {
    let (social, ada) = try scene()
    let other = try SocialDatabase(sharing: social)
    let subscription = withGraphTracking { ada.$name.onChange { _ in } }
    social.database.setTracing(true)
    try other.database.execute("UPDATE users SET name = 'other'")
    try social.database.catchUp()
    let trace = try #require(social.database.traces.all.last)
    #expect(trace.isForeign)
    #expect(trace.fileID == nil)
    #expect(trace.tables.map(\.description) == ["users: 1 updated (name)"])
    subscription.cancel()
  }
}
