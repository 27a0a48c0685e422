import SampleDomains
import StateGraphPersistence
import StateGraphTesting
import TestSupport
import Testing

/// `updateOrCreate` of a store in a database: the search and the change are one transaction.
@Suite(.database(.social)) struct UpdateOrCreateRowTests {
  private let social: SocialDatabase

  init() throws { social = try SocialDatabase(.current) }

  private func names() throws -> [String] {
    try social.database.fetchValues(String.self, "SELECT id || ' ' || name FROM users ORDER BY id")
  }

  @Test func `a missing row is inserted, and the next call updates it`() throws {
    let first = social.users.updateOrCreate(id: "ada") {
      $0.name = "updated"
    } create: {
      User(id: "ada", name: "Ada")
    }
    #expect(try names() == ["ada Ada"])
    let second = social.users.updateOrCreate(id: "ada") {
      $0.name = "Countess"
    } create: {
      User(id: "ada", name: "never")
    }
    #expect(try names() == ["ada Countess"])
    #expect(first === second)
  }

  @Test func `all changes of an update are one commit`() throws {
    social.users.add(User(id: "ada", name: "Ada"))
    let commits = Recorder<Int>()
    let count = withGraphTracking {
      social.users.get(by: "ada")?.$name.onChange { _ in commits.record(1) }
    }
    social.users.updateOrCreate(id: "ada") {
      $0.name = "one"
      $0.bio = "two"
      $0.name = "three"
    } create: {
      User(id: "ada", name: "never")
    }
    #expect(commits.elements.count == 2)
    #expect(try names() == ["ada three"])
    count.cancel()
  }

  @Test func `a write around it undoes both the change and the addition`() throws {
    social.users.add(User(id: "ada", name: "Ada"))
    struct Undo: Error {}
    #expect(throws: Undo.self) {
      try social.database.write {
        social.users.updateOrCreate(id: "ada") {
          $0.name = "lost"
        } create: {
          User(id: "ada", name: "")
        }
        social.users.updateOrCreate(id: "bob") {
          $0.name = "lost"
        } create: {
          User(id: "bob", name: "Bob")
        }
        throw Undo()
      }
    }
    #expect(try names() == ["ada Ada"])
    #expect(social.users.get(by: "ada")?.name == "Ada")
    #expect(social.users.get(by: "bob") == nil)
  }

  @Test func `a closure that throws undoes its own changes, and the write around it goes on`()
    throws
  {
    social.users.add(User(id: "ada", name: "Ada"))
    struct Refusal: Error, Equatable {}
    try social.database.write {
      social.users.add(User(id: "bob", name: "Bob"))
      #expect(throws: Refusal()) {
        try social.users.updateOrCreate(id: "ada") { user throws(Refusal) in
          user.name = "lost"
          social.users.add(User(id: "eve", name: "lost"))
          throw Refusal()
        } create: { () throws(Refusal) in
          User(id: "ada", name: "")
        }
      }
      #expect(throws: Refusal()) {
        try social.users.updateOrCreate(id: "dan") { (_) throws(Refusal) in
        } create: { () throws(Refusal) in
          throw Refusal()
        }
      }
    }
    #expect(try names() == ["ada Ada", "bob Bob"])
    #expect(social.users.get(by: "ada")?.name == "Ada")
    #expect(try social.takeFailures() == [])
  }

  @Test func `threads that create one row get the same object`() async throws {
    let users = social.users
    let results = await withTaskGroup(of: User?.self) { group in
      for number in 0..<50 {
        group.addTask {
          users.updateOrCreate(id: "ada") {
            $0.bio = "\(number)"
          } create: {
            User(id: "ada", name: "Ada")
          }
        }
      }
      // The group and the array retain each object, so the row keeps its first object.
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(results.count == 50)
    #expect(Set(results.map { $0.map { ObjectIdentifier($0) } }).count == 1)
    #expect(try names() == ["ada Ada"])
  }

  @Test func `a write that fails returns nil`() throws {
    try social.database.execute(
      "CREATE TRIGGER refuse BEFORE INSERT ON users BEGIN SELECT raise(ABORT, 'no'); END"
    )
    let result = social.users.updateOrCreate(id: "ada") { _ in
    } create: {
      User(id: "ada", name: "Ada")
    }
    #expect(result == nil)
    #expect(try social.takeFailures() == [.constraint])
    #expect(try names().isEmpty)
  }
}
