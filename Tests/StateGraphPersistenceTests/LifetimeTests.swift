import SampleDomains
import StateGraphPersistence
import TestSupport
import Testing

@Suite struct LifetimeTests {
  @Test func `a database, its entities and their nodes leave nothing behind`() throws {
    weak var database: Database?
    weak var user: User?
    weak var posts: Computed<[Post]>?
    try {
      let social = try SocialDatabase()
      let ada = User(id: "ada", name: "Ada")
      social.users.add(ada)
      social.posts.add(Post(id: "p", title: "t", author: ada))
      #expect(ada.posts.first?.author === ada)
      (database, user, posts) = (social.database, ada, ada.$posts)
    }()
    waitForRelease { database == nil }
    #expect(database == nil)
    #expect(user == nil)
    #expect(posts == nil)
  }

  @Test func `an unreferenced entity is released, and loaded from the file again`() throws {
    let social = try SocialDatabase()
    weak var first: User?
    do {
      let ada = User(id: "ada", name: "Ada")
      social.users.add(ada)
      first = ada
    }
    #expect(first == nil)
    #expect(social.users.get(by: "ada")?.name == "Ada")
  }

  @Test func `a subscription made inside a write first receives the committed values`() throws {
    let social = try SocialDatabase()
    let ada = User(id: "ada", name: "Ada")
    social.users.add(ada)
    let names = Recorder<String>()
    var subscriptions: Set<AnyCancellable> = []
    #expect(throws: Stop.self) {
      try social.database.write {
        ada.name = "undone"
        withGraphTracking {
          ada.$name.onChange { names.record($0) }
          Computed { _ in ada.name.count }.onChange { names.record("\($0)") }
        }.store(in: &subscriptions)
        #expect(names.elements == [])
        throw Stop()
      }
    }
    #expect(names.elements == ["Ada", "3"])
  }

  @Test func `an entity whose database is gone keeps its values`() throws {
    var social: SocialDatabase? = try SocialDatabase()
    let ada = User(id: "ada", name: "Ada")
    social?.users.add(ada)
    social = nil
    ada.name = "lost"
    #expect(ada.name == "Ada")
    #expect(ada.posts.isEmpty)
  }
}
