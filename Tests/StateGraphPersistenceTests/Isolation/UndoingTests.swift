import SampleDomains
import StateGraphPersistence
import StateGraphTesting
import TestSupport
import Testing

/// After every kind of rollback of a write, or of a part of it, memory agrees with the file, and no
/// observer was called.
@Suite(.database(.social)) struct UndoingTests {
  let social: SocialDatabase
  let ada = User(id: "ada", name: "Ada")
  let bob = User(id: "bob", name: "Bob")
  let post: Post
  let comment: SampleDomains.Comment

  init() throws {
    social = try SocialDatabase(.current)
    post = Post(id: "p", title: "Hello", author: ada)
    comment = SampleDomains.Comment(id: "c", text: "Hm", post: post, author: bob)
    try social.database.write {
      social.users.add([ada, bob])
      social.posts.add(post)
      social.comments.add(comment)
    }
    try social.database.execute("INSERT INTO users (id, name) VALUES ('cold', 'not loaded')")
  }

  /// Every kind of change that a write can make, in the file and in memory.
  private func change() throws {
    ada.name = "undone"
    ada.bio = "undone"
    post.author = bob
    social.users.add(User(id: "new", name: "undone"))
    social.comments.add(
      SampleDomains.Comment(id: "new", text: "undone", post: post, author: ada)
    )
    try social.database.execute("UPDATE users SET name = name || '!' WHERE id <> 'bob'")
    try social.database.execute("UPDATE comments SET id = 'moved' WHERE id = 'c'")
    try social.database.execute("INSERT INTO posts (id, title, author_id) VALUES ('s', '', 'bob')")
    #expect(social.users.get(by: "cold")?.name == "not loaded!")
    #expect(social.posts.get(by: "s")?.author === bob)
    #expect(bob.posts.count == 2)
    social.users.delete("ada")
  }

  @Test(arguments: Undoing.allCases)
  func `memory agrees with the file after a rollback`(undoing: Undoing) throws {
    _ = (ada.posts, bob.posts, post.comments, bob.comments)
    let told = Recorder<String>()
    let subscription = withGraphTracking {
      ada.$name.onChange { told.record("ada \($0)") }
      ada.$posts.onChange { told.record("posts \($0.count)") }
      post.$author.onChange { told.record("author \($0.name)") }
      Computed { [social] _ in social.users.count }.onChange { told.record("count \($0)") }
      Computed { [social] _ in social.comments.getAll().map(\.text) }
        .onChange { told.record("comments \($0)") }
    }
    _ = told.drain()
    let stands = try undoing(social, change)
    #expect(told.elements == [], "the write \(stands ? "stands" : "threw")")
    #expect(try social.differencesFromFile() == [])
    #expect(ada.name == "Ada")
    #expect(ada.bio == nil)
    #expect(!ada.isDeleted)
    #expect(social.users.get(by: "ada") === ada)
    #expect(post.author === ada)
    #expect(ada.posts.isIdentical(to: [post]))
    #expect(social.comments.getAll().isIdentical(to: [comment]))
    #expect(social.users.get(by: "new") == nil)
    #expect(social.posts.get(by: "s") == nil)
    #expect(social.users.get(by: "cold")?.name == "not loaded")
    subscription.cancel()
  }

  @Test(arguments: Undoing.allCases)
  func `everything is usable after a rollback`(undoing: Undoing) throws {
    _ = try undoing(social, change)
    _ = try? social.database.execute("DROP TRIGGER IF EXISTS temp.refuse")
    let names = Recorder<String>()
    let subscription = withGraphTracking { ada.$name.onChange { names.record($0) } }
    ada.name = "Countess"
    post.author = bob
    social.users.add(User(id: "new", name: "New"))
    try social.database.write { comment.text = "Hm!" }
    #expect(names.elements == ["Ada", "Countess"])
    #expect(bob.posts.isIdentical(to: [post]))
    #expect(try social.differencesFromFile() == [])
    subscription.cancel()
  }

  @Test(arguments: Undoing.allCases)
  func `the rest of the write is kept if the write is committed`(undoing: Undoing) throws {
    var stands = false
    do {
      try social.database.write {
        bob.bio = "kept"
        let inner = try undoing(social, change)
        if !inner { throw Stop() }
        social.posts.add(Post(id: "kept", title: "t", author: bob))
      }
      stands = true
    } catch {}
    #expect(bob.bio == (stands ? "kept" : nil))
    #expect(bob.posts.map(\.typedID.raw) == (stands ? ["kept"] : []))
    #expect(ada.name == "Ada")
    #expect(try social.differencesFromFile() == [])
  }

  @Test func `an inner write that SQLite has ended says so`() throws {
    let codes = Recorder<DatabaseError.Code?>()
    try? social.database.write {
      do {
        try social.database.write {
          _ = try? social.database.execute(
            "INSERT OR ROLLBACK INTO users (id, name) VALUES ('eve', ''), ('eve', '')"
          )
        }
      } catch {
        codes.record((error as? DatabaseError)?.code)
      }
    }
    #expect(codes.elements == [.interrupted])
  }
}
