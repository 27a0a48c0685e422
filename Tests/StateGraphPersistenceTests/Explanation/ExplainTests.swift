import SampleDomains
import TestSupport
import Testing

@testable import StateGraphPersistence

/// The report of `explain` about the writes in its closure.
@Suite struct ExplainTests {
  let social: SocialDatabase
  let ada: User
  let bob: User
  let post: Post
  var database: Database { social.database }

  init() throws {
    social = try SocialDatabase()
    ada = User(id: "ada", name: "Ada")
    bob = User(id: "bob", name: "Bob")
    post = Post(id: "p1", title: "Secret", author: ada)
    try database.write {
      social.users.add([ada, bob])
      social.posts.add(post)
    }
  }

  @Test func `setting a property calls only the observers of that property`() {
    let line = #line + 2
    let subscription = withGraphTracking {
      ada.$name.onChange { _ in }
      ada.$bio.onChange { _ in }
      bob.$name.onChange { _ in }
      ada.$posts.onChange { _ in }
    }
    let report = database.explain { ada.name = "Ada Lovelace" }
    #expect(report.wakes(only: ada.$name))
    #expect(!report.wakes(only: bob.$name))
    #expect(!report.wakes(only: ada.$name, bob.$name))
    #expect(!report.wakes(only: ada.$name, reads: 1))
    #expect(!report.wakes())
    #expect(report.marks == [.init(name: "User.name", count: 1)])
    #expect(
      report.observers.map(\.description) == [
        "called \(#fileID):\(line), observing User.name, once"
      ]
    )
    #expect(report.tables.map(\.description) == ["users: 1 updated (name)"])
    #expect(report.commitCount == 1)
    #expect(report.number == database.commitNumber)
    #expect(report.statements == StatementCounts(reads: 0, writes: 1))
    subscription.cancel()
  }

  @Test func `a row that moves wakes both relationships, and no SQL runs`() {
    let subscription = withGraphTracking {
      ada.$posts.onChange { _ in }
      bob.$posts.onChange { _ in }
      post.$author.onChange { _ in }
      ada.$comments.onChange { _ in }
    }
    let report = database.explain { post.author = bob }
    #expect(report.wakes(only: ada.$posts, bob.$posts, post.$author))
    #expect(report.marks.map(\.name) == ["Post.author", "User.posts"])
    #expect(report.marks.map(\.count) == [1, 2])
    #expect(report.markedSlotCount == 2)
    #expect(report.touchedNodeCount == 3)
    #expect(report.observers.map(\.node) == ["User.posts", "User.posts", "Post.author"])
    subscription.cancel()
  }

  @Test func `a live query is named by its statement, without values`() throws {
    let query = social.posts.query.where { $0.title == "Secret" && $0.author == ada }
    let node = query.live
    let subscription = withGraphTracking { node.onChange { _ in } }
    let report = database.explain { post.title = "Hidden" }
    #expect(report.wakes(only: node))
    let name = try #require(report.marks.first?.name)
    #expect(name.hasPrefix("SELECT * FROM \"posts\" WHERE "))
    #expect(name.contains("\"title\" = ?"))
    #expect(report.observers.map(\.node) == [name])
    for value in ["Secret", "Hidden", "'ada'", "p1"] {
      #expect(!report.description.contains(value))
    }
    subscription.cancel()
  }

  @Test func `an observed computed node without a name is named by its place`() {
    let posts = ada.$posts
    let line = #line + 1
    let count = Computed { _ in posts.wrappedValue.count }
    let subscription = withGraphTracking { count.onChange { _ in } }
    let report = database.explain { social.posts.add(Post(id: "p2", title: "x", author: ada)) }
    #expect(report.wakes(only: count))
    #expect(report.observers.map(\.node) == ["\(#fileID):\(line)"])
    // The count was evaluated again and had the same value.
    let swap = database.explain {
      withGraphBatch {
        social.posts.delete("p2")
        social.posts.add(Post(id: "p3", title: "x", author: ada))
      }
    }
    #expect(swap.markedSlotCount > 0)
    #expect(swap.wakes())
    subscription.cancel()
  }

  @Test func `a report includes a handler's sets in memory, but not sets outside of the write`() {
    let (followed, other) = (Stored(wrappedValue: 0), Stored(wrappedValue: 0))
    let subscription = withGraphTracking {
      ada.$name.onChange { name in followed.wrappedValue = name.count }
      followed.onChange { _ in }
      other.onChange { _ in }
    }
    let report = database.explain {
      other.wrappedValue += 1
      ada.name = "Ada Lovelace"
      other.wrappedValue += 1
    }
    #expect(report.wakes(only: ada.$name, followed))
    subscription.cancel()
  }

  @Test func `a write in a handler counts as a commit`() {
    let subscription = withGraphTracking {
      ada.$name.onChange { [bob] name in bob.bio = name }
      bob.$bio.onChange { _ in }
    }
    let report = database.explain { ada.name = "Ada Lovelace" }
    #expect(report.commitCount == 2)
    #expect(report.wakes(only: ada.$name, bob.$bio))
    #expect(report.tables.map(\.description) == ["users: 2 updated (name, short_bio)"])
    subscription.cancel()
  }

  @Test func `a report ignores other databases and threads`() throws {
    let other = try SocialDatabase()
    let eve = User(id: "eve", name: "Eve")
    other.users.add(eve)
    let subscription = withGraphTracking {
      eve.$name.onChange { _ in }
      ada.$name.onChange { _ in }
    }
    let report = try database.explain {
      ada.name = "x"
      try withThread { eve.name = "y" }
    }
    #expect(report.wakes(only: ada.$name))
    subscription.cancel()
  }

  @Test func `nothing and several commits, and one that is undone`() {
    #expect(database.explain {}.commitCount == 0)
    let twice = database.explain {
      ada.name = "x"
      ada.bio = "y"
      social.users.delete("bob")
    }
    #expect(twice.commitCount == 3)
    #expect(twice.tables.map(\.description) == ["users: 1 deleted, 2 updated (name, short_bio)"])
    #expect(throws: Stop.self) {
      _ = try database.explain {
        try database.write {
          ada.name = "z"
          throw Stop()
        }
      }
    }
    let undone = database.explain { try? database.write { () throws -> Void in throw Stop() } }
    #expect(undone.commitCount == 0)
    #expect(undone.marks.isEmpty)
    #expect(!DatabaseGraph.of(database).recorder.isOn)
  }

  @Test func `asynchronous code, and an observer on an actor`() async throws {
    let (ada, database) = (ada, database)
    let calls = Recorder<String>()
    let subscription = withGraphTracking {
      ada.$name.onChange(on: MainActor.shared) { _, name in calls.record(name) }
      ada.$bio.onChange { _ in }
    }
    let report = try await database.explain {
      try await database.write { ada.name = "Ada Lovelace" }
    }
    #expect(report.wakes(only: ada.$name))
    var names = ada.$name.values.makeAsyncIterator()
    #expect(await names.next() == "Ada Lovelace")
    let sequence = database.explain { ada.name = "Ada King" }
    #expect(sequence.observers.map(\.fileID) == [nil, #fileID])
    #expect(await names.next() == "Ada King")
    subscription.cancel()
  }

  @Test func `an observer that a batch puts off has not been called`() {
    let subscription = withGraphTracking { ada.$name.onChange { _ in } }
    withGraphBatch {
      let report = database.explain { ada.name = "x" }
      #expect(report.wakes())
      #expect(report.marks.map(\.name) == ["User.name"])
    }
    #expect(database.explain { withGraphBatch { ada.name = "y" } }.wakes(only: ada.$name))
    subscription.cancel()
  }
}
