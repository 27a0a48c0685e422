import Foundation
import SampleDomains
import StateGraphTesting
import StateGraphThreads
import TestSupport
import Testing

@testable import StateGraphPersistence

/// Undo logs beside entities, relationships, live queries and observers.
@Suite(.database(.ada)) struct UndoLogTests {
  private let social: SocialDatabase
  private let log: UndoLog
  private let ada: User
  private var database: Database { social.database }

  init() throws {
    social = try SocialDatabase(.current)
    log = try UndoLog("main window", in: social.database)
    ada = try TestDatabase.current[User.self, "ada"]
  }

  @Test func `an entity has its old value after an undo, and its new one after a redo`() throws {
    try database.write(undo: "Rename", in: log) { ada.name = "Ada Lovelace" }
    #expect(try log.undo() == "Rename")
    #expect(ada.name == "Ada")
    #expect(try log.redo() == "Rename")
    #expect(ada.name == "Ada Lovelace")
  }

  @Test func `only the observers of the changed rows are called, once`() throws {
    let bob = User(id: "bob", name: "Bob")
    social.users.add(bob)
    let (mine, other) = (Recorder<String>(), Recorder<String>())
    let subscription = withGraphTracking {
      ada.$name.onChange { mine.record($0) }
      bob.$name.onChange { other.record($0) }
    }
    defer { subscription.cancel() }
    try database.write(undo: "Rename", in: log) { ada.name = "A." }
    _ = (mine.drain(), other.drain())
    try log.undo()
    #expect(mine.drain() == ["Ada"])
    try log.redo()
    #expect(mine.drain() == ["A."])
    #expect(other.elements == [])
  }

  @Test func `a relationship and a live query follow an undo`() throws {
    let posts = social.posts
    let live = posts.query.order { $0.title.ascending }.live
    try database.write(undo: "Write", in: log) {
      posts.add(Post(id: "p", title: "Hello", author: ada))
    }
    #expect(ada.posts.map(\.title) == ["Hello"])
    #expect(live.wrappedValue.map(\.title) == ["Hello"])
    try log.undo()
    #expect(ada.posts.isEmpty)
    #expect(live.wrappedValue.isEmpty)
    try log.redo()
    #expect(ada.posts.map(\.title) == ["Hello"])
    #expect(live.wrappedValue.map(\.title) == ["Hello"])
  }

  @Test func `the undo of a deletion gives the row a new object, as an insertion does`() throws {
    try database.write(undo: "Delete", in: log) { social.users.delete(ada.typedID) }
    #expect(social.users.get(by: "ada") == nil)
    try log.undo()
    let back = try #require(social.users.get(by: "ada"))
    #expect(back.name == "Ada")
    back.name = "Ada King"
    #expect(try social.value("SELECT name FROM users") == .text("Ada King"))
    #expect(social.users.get(by: "ada") === back)
  }

  @Test func `an object that was inserted is deleted by the undo`() throws {
    let bob = User(id: "bob", name: "Bob")
    try database.write(undo: "Add", in: log) { social.users.add(bob) }
    try log.undo()
    #expect(social.users.get(by: "bob") == nil)
    try log.redo()
    #expect(social.users.get(by: "bob")?.name == "Bob")
  }

  @Test func `the nodes of the log follow writes, undos and redos`() throws {
    let names = Recorder<String>()
    let flags = Recorder<Bool>()
    let subscription = withGraphTracking {
      log.$undoName.onChange { [log] in names.record("\($0 ?? "-") \(log.redoName ?? "-")") }
      log.$canRedo.onChange { flags.record($0) }
    }
    defer { subscription.cancel() }
    #expect(!log.canUndo && !log.canRedo)
    _ = (names.drain(), flags.drain())
    try database.write(undo: "One", in: log) { ada.name = "1" }
    try database.write(undo: "Two", in: log) { ada.name = "2" }
    try log.undo()
    ada.name = "1"
    #expect(names.drain() == ["One -", "Two -", "One Two"])
    #expect(flags.drain() == [true])
    #expect(log.canUndo && log.canRedo)
    try database.write(undo: "Three", in: log) { ada.name = "3" }
    #expect(names.drain() == ["Three -"])
    #expect(flags.drain() == [false])
  }

  @Test func `a write without undo calls no observer of the log, and reads no step`() throws {
    try database.write(undo: "One", in: log) { ada.name = "1" }
    let calls = Recorder<Bool>()
    let subscription = withGraphTracking { log.$canUndo.onChange { calls.record($0) } }
    defer { subscription.cancel() }
    _ = calls.drain()
    let before = database.statementCounter.readCount
    ada.name = "2"
    #expect(log.canUndo)
    #expect(database.statementCounter.readCount == before)
    #expect(calls.elements == [])
  }

  @Test func `another object of the same name is the same log`() throws {
    let other = try UndoLog("main window", in: database)
    let names = Recorder<String?>()
    let subscription = withGraphTracking { other.$undoName.onChange { names.record($0) } }
    defer { subscription.cancel() }
    _ = names.drain()
    try database.write(undo: "One", in: log) { ada.name = "1" }
    #expect(names.drain() == ["One"])
    #expect(try other.undo() == "One")
    #expect(ada.name == "Ada")
    #expect(log.redoName == "One")
  }

  @Test func `the nodes follow another process`() throws {
    let names = Monitor<[String?]>([])
    let subscription = withGraphTracking {
      log.$undoName.onChange { name in names.change { $0.append(name) } }
    }
    defer { subscription.cancel() }
    names.change { $0 = [] }
    let other = try Database(path: social.path)
    let theirs = try UndoLog("main window", in: other)
    try other.write(undo: "Theirs", in: theirs) {
      try other.execute("UPDATE users SET name = 'Theirs'")
    }
    try database.catchUp()
    // The thread that watches the file may call the observer after `catchUp()` has returned.
    #expect(names.wait(until: { $0 == ["Theirs"] }, atMost: .seconds(60)))
    #expect(ada.name == "Theirs")
    #expect(try log.undo() == "Theirs")
    #expect(ada.name == "Ada")
    try other.catchUp()
    #expect(theirs.redoName == "Theirs")
    try other.execute("DELETE FROM stategraph_undo")
    try database.catchUp()
    #expect(!log.canRedo)
  }

  @Test func `the nodes follow a program that only uses SQL`() throws {
    try database.write(undo: "One", in: log) { ada.name = "1" }
    let plain = try Database(path: social.path)
    #expect(log.canUndo)
    try plain.execute("DELETE FROM stategraph_undo")
    try database.catchUp()
    #expect(!log.canUndo)
    try database.execute(
      "INSERT INTO stategraph_undo VALUES (1, 'main window', 1, 0, 'X', NULL, NULL, 0, x'01')"
    )
    #expect(log.undoName == "X")
    try database.execute("DROP TABLE stategraph_undo")
    #expect(log.undoName == nil)
  }

  @Test func `inside a write the nodes have the values of the transaction`() throws {
    try database.write(undo: "One", in: log) { ada.name = "1" }
    #expect(log.canUndo)
    try? database.write {
      try database.execute("DELETE FROM stategraph_undo")
      #expect(!log.canUndo)
      throw TestFailure("put back")
    }
    #expect(log.canUndo)
    try database.read {
      #expect(log.undoName == "One")
      #expect(throws: DatabaseError.self) { try log.undo() }
    }
  }

  @Test func `an assignment that fails makes the undoable write fail`() throws {
    #expect(throws: DatabaseError.self) {
      try database.write(undo: "Edit", in: log) {
        ada.name = "1"
        try database.execute("DROP TABLE posts")
        social.users.add(User(id: "ada", name: "another"))
      }
    }
    #expect(!log.canUndo)
    #expect(ada.name == "Ada")
  }

  @Test func `the first setting of a file can be undone`() throws {
    let theme = Stored(wrappedValue: "light", backed: .sqlite(key: "theme", in: database))
    try database.write(undo: "Theme", in: log) { theme.wrappedValue = "dark" }
    try log.undo()
    #expect(theme.wrappedValue == "light")
    try log.redo()
    #expect(theme.wrappedValue == "dark")
  }

  @Test func `writes of a group are one step by the clock of the configuration`() throws {
    let directory = try TemporaryDirectory()
    let time = Recorder<Double>()
    var configuration = Database.Configuration()
    configuration.transactionClock = { Date(timeIntervalSince1970: time.elements.last ?? 0) }
    let database = try Database(path: directory.file("a.sqlite"), configuration: configuration)
    try database.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, v)")
    let log = try UndoLog("log", in: database)
    for (second, value) in [(1_000.0, 1), (1_000.9, 2), (1_002, 3)] {
      time.record(second)
      try database.write(undo: "Type", in: log, groupedBy: "t") {
        try database.execute("INSERT OR REPLACE INTO t VALUES (1, \(value))")
      }
    }
    try log.undo()
    #expect(try database.fetchValue(Int.self, "SELECT v FROM t") == 2)
    try log.undo()
    #expect(try database.fetchValue(Int.self, "SELECT count(*) FROM t") == 0)
  }

  @Test func `a log of another database is refused`() throws {
    let other = try SocialDatabase()
    let error = #expect(throws: DatabaseError.self) {
      try other.database.write(undo: "Edit", in: log) {}
    }
    #expect(error?.code == .misuse)
  }

  @Test func `an asynchronous write is a step`() async throws {
    let (database, ada) = (social.database, ada)
    try await database.write(undo: "Rename", in: log) { ada.name = "A." }
    #expect(log.undoName == "Rename")
    try log.undo()
    #expect(ada.name == "Ada")
  }

  @Test func `a database in memory has undo logs`() throws {
    let social = try SocialDatabase(inMemory: true)
    let log = try UndoLog("log", in: social.database, stepLimit: 3)
    try social.database.write(undo: "Add", in: log) {
      social.users.add(User(id: "bob", name: "Bob"))
    }
    let bob = try #require(social.users.get(by: "bob"))
    for number in 1...5 {
      try social.database.write(undo: "\(number)", in: log) { bob.name = "\(number)" }
    }
    for name in ["5", "4", "3"] { #expect(try log.undo() == name) }
    #expect(!log.canUndo)
    #expect(bob.name == "2")
  }

  @Test func `a timestamp of a later write is no conflict, and stays`() throws {
    let database = try Database.temporary()
    try database.createTables(for: Draft.self)
    let drafts = try EntityStore<Draft>(database)
    let draft = Draft(title: "a", note: "b")
    try drafts.insert(draft)
    let log = try UndoLog("drafts", in: database)
    try database.write(undo: "Edit", in: log) { draft.title = "A" }
    draft.note = "B"
    let changed = draft.changed
    #expect(try log.undo() == "Edit")
    #expect(draft.title == "a" && draft.note == "B" && draft.changed == changed)
    draft.title = "x"
    #expect(databaseError { try log.redo() }?.code == .undoConflict)
  }

  @Test func `a table that the log leaves out keeps its rows, and its entities`() throws {
    let posts = social.posts
    let log = try UndoLog("without posts", in: database, leavingOut: ["posts"])
    try database.write(undo: "Rename", in: log) {
      ada.name = "A."
      posts.add(Post(id: "p", title: "Renamed", author: ada))
    }
    let post = try #require(posts.get(by: "p"))
    try log.undo()
    #expect(ada.name == "Ada")
    #expect(posts.get(by: "p") === post && !post.isDeleted)
    let error = databaseError { _ = try UndoLog("x", in: database, leavingOut: ["pots"]) }
    #expect(error?.code == .misuse)
  }
}

@Entity(id: Int.self, keys: .database)
final class Draft {
  @GraphStored var title: String
  @GraphStored var note: String
  @GraphStored @Column(.timestamp(.update)) var changed: Date?
}
