import Glibc
import SampleDomains
import StateGraphPersistence
import StateGraphSQLite
import StateGraphTesting
import TestSupport
import Testing

/// References to missing rows, and rows that another program changes. Another `Database` on the
/// same path acts as that program.
@Suite(.database(.ada)) struct ForeignRowTests {
  let social: SocialDatabase
  let other: Database
  let ada: User

  init() throws {
    social = try SocialDatabase(.current)
    ada = try TestDatabase.current[User.self, "ada"]
    other = try Database(path: social.path)
  }

  // MARK: Dangling references

  @Entity(table: "notes")
  final class Note {
    typealias TypedIdentifierRawValue = String
    let typedID: TypedID
    @GraphStored var text: String = ""
    @GraphStored var user: User
    @GraphStored var reader: User?
  }

  private func notes() throws -> EntityStore<Note> {
    try social.database.execute(
      """
      CREATE TABLE notes (id TEXT PRIMARY KEY NOT NULL, text TEXT NOT NULL, user_id TEXT NOT NULL,
        reader_id TEXT) STRICT
      """
    )
    try social.database.execute("INSERT INTO notes VALUES ('n', 'hi', 'nobody', 'nobody')")
    return try EntityStore<Note>(social.database)
  }

  @Test func `a reference to a missing row is a deleted entity, and nil if it is optional`()
    throws
  {
    let note = try #require(try notes().get(by: "n"))
    #expect(note.user.isDeleted)
    #expect(note.user.typedID == "nobody")
    #expect(note.user.name == "")
    #expect(note.user.posts.isEmpty)
    #expect(note.reader == nil)
    note.user.name = "x"
    #expect(try social.takeFailures() == [.deletedEntity])
    #expect(note.text == "hi")
  }

  @Test func `a reference to a missing row follows the insertion of the row`() throws {
    let note = try #require(try notes().get(by: "n"))
    let names = Recorder<String>()
    let subscription = withGraphTracking {
      Computed { _ in "\(note.user.isDeleted) \(note.user.name) \(note.reader?.name ?? "-")" }
        .onChange { names.record($0) }
    }
    let bob = User(id: "nobody", name: "Bob")
    social.users.add(bob)
    #expect(note.user === bob)
    #expect(note.reader === bob)
    social.users.delete("nobody")
    #expect(note.user.isDeleted)
    #expect(note.reader == nil)
    note.user = ada
    #expect(note.user === ada)
    #expect(names.elements == ["true  -", "false Bob Bob", "true  -", "false Ada -"])
    subscription.cancel()
  }

  @Test func `adding an entity that refers to a detached entity stores its key`() throws {
    let notes = try notes()
    let note = Note(id: "m", user: User(id: "later", name: "Later"))
    notes.add(note)
    #expect(note.user.typedID == "later")
    #expect(try social.value("SELECT user_id FROM notes WHERE id = 'm'") == .text("later"))
  }

  // MARK: Another program

  @Test func `setting a property of a row that another has deleted is an error, and no crash`()
    throws
  {
    try other.execute("DELETE FROM users")
    ada.name = "Ghost"
    #expect(try social.takeFailures() == [.deletedEntity])
    #expect(ada.name == "Ada")
    #expect(ada.posts.isEmpty)
    #expect(social.users.count == 0)
    #expect(social.users.getAll().isEmpty)
    #expect(!social.users.contains("ada"))
    #expect(social.users.get(by: "ada") == nil)
    #expect(ada.isDeleted)
  }

  @Test func `rows and relationships are read again after an unlogged change`() throws {
    let names = Recorder<String>()
    let subscription = withGraphTracking {
      Computed { [ada] _ in "\(ada.name) \(ada.posts.map(\.title))" }.onChange { names.record($0) }
    }
    // A program without the library does not write the change log.
    let stranger = try WriterConnection.open(
      DatabaseLocation(path: social.path)
    )
    stranger.recordChanges(.never)
    try stranger.run("UPDATE users SET name = 'Lovelace'")
    try social.database.catchUp()
    #expect(ada.name == "Lovelace")
    try stranger.run("INSERT INTO posts (id, title, author_id) VALUES ('p', 'Hello', 'ada')")
    try social.database.catchUp()
    #expect(ada.posts.map(\.title) == ["Hello"])
    // The thread that watches the file may call the observer after `catchUp()` has returned.
    let deadline = TestDeadline()
    while names.elements.last != "Lovelace [\"Hello\"]", !deadline.hasPassed { sched_yield() }
    #expect(names.elements.last == "Lovelace [\"Hello\"]")
    subscription.cancel()
  }

  @Test func `another database's change of a row calls only its observers, once`() throws {
    let bob = User(id: "bob", name: "Bob")
    social.users.add(bob)
    let (adas, bobs) = (Recorder<String>(), Recorder<String>())
    let subscription = withGraphTracking {
      ada.$name.onChange { adas.record($0) }
      bob.$name.onChange { bobs.record($0) }
    }
    _ = (adas.drain(), bobs.drain())
    let told = Gate()
    let opening = withGraphTracking { ada.$name.onChange { if $0 == "Countess" { told.open() } } }
    try other.write {
      try other.execute("UPDATE users SET name = 'x' WHERE id = 'ada'")
      try other.execute("UPDATE users SET name = 'Countess' WHERE id = 'ada'")
    }
    // A read of another database's commit also updates live data.
    #expect(try social.value("SELECT name FROM users WHERE id = 'ada'") == .text("Countess"))
    #expect(ada.name == "Countess")
    #expect(told.wait())
    #expect(adas.elements == ["Countess"])
    #expect(bobs.elements == [])
    subscription.cancel()
    opening.cancel()
  }

  @Test func `an entity that another database has deleted can be added again`() throws {
    try other.execute("DELETE FROM users")
    let again = User(id: "ada", name: "again")
    social.users.add(again)
    #expect(social.users.get(by: "ada") === again)
    #expect(ada.isDeleted)
    #expect(try other.rows("SELECT name FROM users").first?[0] == .text("again"))
  }

  @Test func `deleting an entity that another database has deleted returns false`() throws {
    try other.execute("DELETE FROM users")
    #expect(!social.users.delete("ada"))
  }

  @Test func `a child of a parent that another has deleted is refused`() throws {
    try other.execute("DELETE FROM users")
    social.posts.add(Post(id: "p", title: "t", author: ada))
    #expect(try social.takeFailures() == [.deletedEntity])
    #expect(social.posts.isEmpty)
  }

  @Test func `setting the old value in memory overwrites a newer value of another database`() throws
  {
    try other.execute("UPDATE users SET name = 'Other'")
    ada.name = "Ada"
    let stored = try social.value("SELECT name FROM users")
    #expect(stored == .text("Ada"))
    ada.name = "Third"
    #expect(try other.rows("SELECT name FROM users").first?[0] == .text("Third"))
  }

  @Test func `two databases of one program exclude each other and lose nothing`() throws {
    let counters = try (0..<2).map { _ in
      try Database(path: social.path)
    }
    let threads = counters.enumerated().map { number, database in
      BackgroundThread {
        let posts = try EntityStore<Post>(database)
        let users = try EntityStore<User>(database)
        for count in 0..<50 {
          guard let author = users.get(by: "ada") else { continue }
          try posts.insert(Post(id: "\(number)-\(count)", title: "t", author: author))
        }
      }
    }
    for thread in threads { try thread.join() }
    #expect(try social.value("SELECT count(*) FROM posts") == 100.value)
  }
}
