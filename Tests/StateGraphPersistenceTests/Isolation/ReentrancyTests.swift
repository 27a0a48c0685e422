import SampleDomains
import StateGraphPersistence
import StateGraphTesting
import TestSupport
import Testing

/// Writes at unusual places, such as observers: each works or is a clear error, and no write hangs.
/// Each runs on a thread for which the test waits at most half a minute.
@Suite(.database(.social)) struct ReentrancyTests {
  let social: SocialDatabase
  let ada = User(id: "ada", name: "Ada")
  let bob = User(id: "bob", name: "Bob")

  init() throws {
    social = try SocialDatabase(.current)
    social.users.add([ada, bob])
  }

  private func name(_ id: String) throws -> SQLiteValue? {
    try social.value("SELECT name FROM users WHERE id = \(id)")
  }

  @Test func `an observer may write, and the observers of that write are called`() throws {
    let told = Recorder<String>()
    try withThread { [social, ada, bob] in
      let subscription = withGraphTracking {
        ada.$name.onChange { name in
          if name != "Ada" { try? social.database.write { bob.name = "after \(name)" } }
        }
        bob.$name.onChange { told.record($0) }
      }
      ada.name = "1"
      try social.database.write { ada.name = "2" }
      subscription.cancel()
    }
    #expect(told.elements == ["Bob", "after 1", "after 2"])
    #expect(try name("bob") == .text("after 2"))
    #expect(try social.differencesFromFile() == [])
  }

  @Test func `an observer that is registered in a read is called when the read has ended`() throws {
    let seen = Recorder<String>()
    try withThread { [social, ada, bob] in
      let subscription = try social.database.read {
        let subscription = withGraphTracking {
          ada.$name.onChange { name in
            seen.record(name)
            bob.name = "seen"
          }
        }
        #expect(seen.elements == [])
        return subscription
      }
      #expect(seen.elements == ["Ada"])
      subscription.cancel()
    }
    #expect(try name("bob") == .text("seen"))
  }

  @Test func `an observer of a relationship may add to it`() throws {
    try withThread { [social, ada] in
      let subscription = withGraphTracking {
        ada.$posts.onChange { posts in
          guard posts.count < 5 else { return }
          social.posts.add(Post(id: "p\(posts.count)", title: "t", author: ada))
        }
      }
      subscription.cancel()
    }
    #expect(ada.posts.count == 5)
    #expect(try social.differencesFromFile() == [])
  }

  @Test func `an observer whose write throws leaves everything as it was`() throws {
    try withThread { [social, ada, bob] in
      let subscription = withGraphTracking {
        ada.$name.onChange { name in
          try? social.database.write {
            bob.name = "undone"
            throw Stop()
          }
        }
      }
      ada.name = "1"
      subscription.cancel()
    }
    #expect(bob.name == "Bob")
    #expect(try social.differencesFromFile() == [])
  }

  @Test func `a write in a computed closure works, outside of a write and inside`() throws {
    let values = Recorder<String>()
    try withThread { [social, ada, bob] in
      let node = Computed { _ in
        bob.bio = "seen \(ada.name)"
        return ada.name
      }
      values.record(node.wrappedValue)
      ada.name = "1"
      values.record(node.wrappedValue)
      try social.database.write {
        ada.name = "2"
        values.record(node.wrappedValue)
      }
      values.record(node.wrappedValue)
    }
    #expect(values.elements == ["Ada", "1", "2", "2"])
    #expect(bob.bio == "seen 2")
    #expect(try social.differencesFromFile() == [])
  }

  @Test func `a computed closure that writes a property it reads comes to an end`() throws {
    let runs = Recorder<Void>()
    try withThread { [ada] in
      let node = Computed { _ in
        runs.record(())
        if runs.elements.count < 100 { ada.name = "\(ada.name.utf8.count)" }
        return ada.name
      }
      _ = node.wrappedValue
      ada.name = "again"
      _ = node.wrappedValue
    }
    #expect(runs.elements.count < 20)
    #expect(try social.differencesFromFile() == [])
  }

  @Test func `filter and modify may write`() throws {
    try withThread { [social] in
      let found = social.users.filter {
        $0.bio = "seen"
        return $0.name == "Ada"
      }
      #expect(found.count == 1)
      social.users.modify("ada") { ada in
        social.users.modify("bob") { $0.name = "with \(ada.name)" }
        social.posts.add(Post(id: "p", title: "t", author: ada))
      }
    }
    #expect(bob.name == "with Ada")
    #expect(ada.posts.count == 1)
    #expect(try social.differencesFromFile() == [])
  }

  @Test func `a write inside a read of the same database works or is misuse`() throws {
    let codes = Recorder<DatabaseError.Code?>()
    for inMemory in [false, true] {
      let other = try SocialDatabase(inMemory: inMemory)
      try withThread {
        try other.database.read {
          do {
            try other.database.execute("INSERT INTO users (id, name) VALUES ('eve', 'Eve')")
            codes.record(nil)
          } catch let error as DatabaseError {
            codes.record(error.code)
          }
        }
      }
      let isThere = other.users.get(by: "eve") != nil
      #expect(isThere == (codes.elements.last == .some(nil)))
    }
    #expect(codes.elements.allSatisfy { $0 == nil || $0 == .misuse })
  }

  @Test func `a write of another database inside a write is its own`() throws {
    let other = try SocialDatabase()
    try withThread { [social, ada] in
      _ = try? social.database.write {
        ada.name = "undone"
        other.users.add(User(id: "x", name: "kept"))
        throw Stop()
      }
    }
    #expect(ada.name == "Ada")
    #expect(other.users.get(by: "x")?.name == "kept")
    #expect(try other.value("SELECT name FROM users") == .text("kept"))
  }

  @Test func `crosswise writes of two databases give an error, not a deadlock`() throws {
    var configuration = Database.Configuration()
    configuration.busyTimeout = .milliseconds(20)
    let directory = try TemporaryDirectory()
    let databases = try ["a", "b"].map {
      try Database(path: directory.file($0), configuration: configuration)
    }
    let codes = Recorder<DatabaseError.Code?>()
    let gates = [Gate(), Gate()]
    let threads = [(databases[0], databases[1]), (databases[1], databases[0])]
      .enumerated().map { number, pair in
        BackgroundThread {
          do {
            try pair.0.write {
              gates[number].open()
              gates[1 - number].wait()
              try pair.1.write {}
            }
          } catch {
            codes.record((error as? DatabaseError)?.code)
          }
        }
      }
    for thread in threads { try thread.join() }
    // At least one thread fails with `busy`; the other may then continue.
    #expect(!codes.elements.isEmpty)
    #expect(codes.elements.allSatisfy { $0 == .busy })
  }

  @Test func `close inside an observer is allowed, and later sets fail`() throws {
    try withThread { [social, ada] in
      let subscription = withGraphTracking {
        ada.$name.onChange { name in if name != "Ada" { try? social.database.close() } }
      }
      ada.name = "1"
      subscription.cancel()
    }
    ada.name = "2"
    #expect(ada.name == "1")
    #expect(try social.takeFailures() == [.closed])
  }

  @Test func `an observer may wait for a write of another thread`() throws {
    let told = Recorder<String>()
    try withThread { [ada, bob] in
      let subscription = withGraphTracking {
        ada.$name.onChange { name in
          if name != "Ada" { try? withThread { bob.name = "after \(name)" } }
        }
        bob.$name.onChange { told.record($0) }
      }
      ada.name = "1"
      subscription.cancel()
    }
    #expect(told.elements == ["Bob", "after 1"])
  }

  @Test func `a write reads a node whose closure waits for the writer lock on another thread`()
    throws
  {
    let (isInside, mayGoOn) = (Gate(), Gate())
    let runs = Recorder<Void>()
    let node = Computed { [ada, bob] _ in
      let name = ada.name
      runs.record(())
      if runs.elements.count == 1 {
        isInside.open()
        mayGoOn.wait()
        bob.bio = "written by the closure"
      }
      return name
    }
    let evaluating = BackgroundThread { _ = node.wrappedValue }
    let writing = BackgroundThread { [social, ada] in
      isInside.wait()
      try social.database.write {
        mayGoOn.open()
        ada.name = "2"
        #expect(node.wrappedValue == "2")
      }
    }
    try writing.join()
    try evaluating.join()
    #expect(node.wrappedValue == "2")
    #expect(bob.bio == "written by the closure")
    #expect(try social.differencesFromFile() == [])
  }
}
