import StateGraph
import StateGraphNormalization
import Testing

/// README: Data Normalization, EntityStore and TypedIdentifiable.
private enum Normalization {
  final class User: TypedIdentifiable {
    typealias TypedIdentifierRawValue = String

    let typedID: TypedID

    @GraphStored
    var name: String

    // Used by the document's 'filter', though not shown in its class.
    @GraphStored
    var isDeleted: Bool = false

    init(id: String, name: String) {
      self.typedID = .init(id)
      self.name = name
    }
  }

  final class Post: TypedIdentifiable {
    typealias TypedIdentifierRawValue = String
    let typedID: TypedID
    init(id: String) { self.typedID = .init(id) }
  }
}

@Suite struct NormalizationTests {
  private typealias User = Normalization.User
  private typealias Post = Normalization.Post

  @Test func `an entity store adds, finds, filters, changes and removes`() {
    let user = User(id: "user1", name: "John")
    let post = Post(id: "post1")
    let updatedUser = User(id: "user1", name: "Johnny")
    let userId = user.typedID

    // Creating an entity store for a specific entity type
    let userStore = EntityStore<User>()
    let postStore = EntityStore<Post>()

    // Adding entities
    userStore.add(user)
    postStore.add(post)

    do {
      // Retrieving entities
      let user = userStore.get(by: userId)
      let allUsers = userStore.getAll()
      #expect(user?.name == "John")
      #expect(allUsers.count == 1)
    }

    // Filtering entities
    let activeUsers = userStore.filter { !$0.isDeleted }
    #expect(activeUsers.count == 1)

    // Updating entities
    userStore.update(updatedUser)
    #expect(userStore.get(by: userId)?.name == "Johnny")
    // or
    userStore.modify(userId) { user in
      user.name = "New Name"
    }
    #expect(updatedUser.name == "New Name")

    // Checking conditions
    let hasUser = userStore.contains(userId)
    let count = userStore.count
    #expect(hasUser)
    #expect(count == 1)

    // Removing entities
    userStore.delete(userId)
    #expect(userStore.count == 0)
    #expect(postStore.count == 1)
  }

  @Test func `readers follow the store`() {
    let userStore = EntityStore<User>()
    let names = Computed { _ in userStore.getAll().map(\.name) }
    #expect(names.wrappedValue == [])
    let user = User(id: "1", name: "a")
    userStore.add(user)
    #expect(names.wrappedValue == ["a"])
    user.name = "b"
    #expect(names.wrappedValue == ["b"])
  }

  @Test func `an identifier is its entity's`() {
    let user = User(id: "user1", name: "John")
    #expect(user.id == user.typedID)
    #expect(user.id.raw == "user1")
  }
}
