import SampleDomains
import StateGraphPersistence
import StateGraphTesting
import TestSupport
import Testing

@Suite(.database(.social)) struct ConcurrencyTests {
  @Test func `an entity that many threads ask for at once is one object`() async throws {
    let social = try SocialDatabase(.current)
    try social.database.execute("INSERT INTO users (id, name) VALUES ('ada', 'Ada')")
    let found = await withTaskGroup(of: User?.self) { group in
      for _ in 0..<16 { group.addTask { social.users.get(by: "ada") } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    let first = try #require(found[0])
    #expect(found.allSatisfy { $0 === first })
  }

  @Test func `writers and readers on many threads end with every node equal to the file`()
    async throws
  {
    let social = try SocialDatabase(.current)
    let authors = (0..<8).map { User(id: "u\($0)", name: "0") }
    social.users.add(authors)
    let subscription = withGraphTracking {
      for author in authors { author.$posts.onChange { _ in } }
    }
    await withTaskGroup(of: Void.self) { group in
      for writer in 0..<4 {
        group.addTask {
          for number in 0..<50 {
            let author = authors[(writer + number) % 8]
            social.posts.add(Post(id: "\(writer)-\(number)", title: "t", author: author))
            author.name = "\(writer)-\(number)"
            if number % 5 == 0 { social.posts.delete(.init("\(writer)-\(number / 2)")) }
          }
        }
        group.addTask {
          for _ in 0..<100 {
            for author in authors { _ = author.posts.map(\.title) }
            _ = social.posts.count
          }
        }
      }
    }
    for author in authors {
      let id = author.typedID.raw
      let rows = try social.database.rows(
        "SELECT id FROM posts WHERE author_id = \(id) ORDER BY id"
      )
      #expect(author.posts.map { SQLiteValue.text($0.typedID.raw) } == rows.map { $0[0] })
      #expect(try social.value("SELECT name FROM users WHERE id = \(id)") == .text(author.name))
    }
    subscription.cancel()
  }

  @Test func `a computed over two entities never mixes two commits`() async throws {
    let social = try SocialDatabase(.current)
    let (first, second) = (User(id: "a", name: "0"), User(id: "b", name: "0"))
    social.users.add([first, second])
    let pair = Computed { _ in [first.name, second.name] }
    let torn = Recorder<[String]>()
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        for number in 1...300 {
          try? social.database.write {
            first.name = "\(number)"
            second.name = "\(number)"
          }
        }
      }
      for _ in 0..<2 {
        group.addTask {
          for _ in 0..<2_000 {
            let names = pair.wrappedValue
            if names[0] != names[1] { torn.record(names) }
          }
        }
      }
    }
    #expect(torn.elements == [])
    // Every write worked, or there was nothing to tear.
    #expect(pair.wrappedValue == ["300", "300"])
  }
}
