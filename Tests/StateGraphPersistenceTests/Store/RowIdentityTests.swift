import SampleDomains
import StateGraphTesting
import TestSupport
import Testing

@testable import StateGraphPersistence
@testable import StateGraphSQLite

/// Which object a row has after its key was deleted, added again or written over. The answer never
/// depends on when a reference is released: in each test the program keeps the new object, or lets
/// go of it before the commit.
@Suite(.database(.social)) struct RowIdentityTests {
  /// The ways to add an object under a key that another object has.
  enum Addition: CaseIterable, Sendable {
    case add, addMany, upsert, update, setByIdentifier
    case insertAfterDelete, addAfterDelete, addAfterDeleteBySQL, upsertTwice

    func callAsFunction(_ user: User, _ social: SocialDatabase) throws {
      let users = social.users
      switch self {
      case .add: users.add(user)
      case .addMany: users.add([User(id: "other", name: "Other"), user])
      case .upsert: try users.upsert(user)
      case .update: users.update(user)
      case .setByIdentifier: users[user.typedID] = user
      case .insertAfterDelete:
        try social.database.write {
          users.delete(user.typedID)
          try users.insert(user)
        }
      case .addAfterDelete:
        try social.database.write {
          users.delete(user.typedID)
          users.add(user)
        }
      case .addAfterDeleteBySQL:
        try social.database.write {
          try social.database.execute("DELETE FROM users")
          users.add(user)
        }
      case .upsertTwice:
        try social.database.write {
          try users.upsert(User(id: user.typedID.raw, name: "not the last"))
          try users.upsert(user)
        }
      }
    }
  }

  /// The place of the addition.
  enum Place: CaseIterable, Sendable {
    case alone, write, nestedWrite, otherThread

    func callAsFunction(
      _ database: Database,
      _ body: @escaping @Sendable () throws -> Void
    ) throws {
      switch self {
      case .alone: try body()
      case .write: try database.write(body)
      case .nestedWrite: try database.write { try database.write(body) }
      case .otherThread: try withThread { try database.write(body) }
      }
    }
  }

  let social: SocialDatabase
  var database: Database { social.database }
  var users: EntityStore<User> { social.users }

  init() throws {
    social = try SocialDatabase(.current)
    try social.database.execute("INSERT INTO users (id, name) VALUES ('ada', 'first')")
  }

  private func current() throws -> User { try #require(users.get(by: "ada")) }

  // MARK: Objects that are added

  @Test(arguments: Addition.allCases, Place.allCases)
  func `an added object takes the row, and the old object is deleted`(
    addition: Addition,
    place: Place
  ) throws {
    for isKept in [true, false] {
      let social = try SocialDatabase()
      let first = User(id: "ada", name: "first")
      social.users.add(first)
      let kept = Recorder<User>()
      try place(social.database) {
        var second: User? = User(id: "ada", name: "second")
        if let second { try addition(second, social) }
        if isKept, let second { kept.record(second) }
        second = nil
      }
      try withExtendedLifetime(first) {
        let found = try #require(social.users.get(by: "ada"))
        #expect(found !== first && !found.isDeleted && found.name == "second")
        #expect(first.isDeleted && first.name == "first")
        if isKept { #expect(found === kept.elements[0]) }
        #expect(social.failures.elements.isEmpty)
        first.name = "refused"
        #expect(social.failures.elements.map(\.code) == [.deletedEntity])
      }
    }
  }

  @Test(arguments: Addition.allCases, [false, true])
  func `if the addition is undone, the row keeps its object`(
    addition: Addition,
    isNested: Bool
  ) throws {
    for isKept in [true, false] {
      let social = try SocialDatabase()
      let first = User(id: "ada", name: "first")
      social.users.add(first)
      let kept = Recorder<User>()
      let undone = {
        try social.database.write {
          var second: User? = User(id: "ada", name: "second")
          if let second { try addition(second, social) }
          if isKept, let second { kept.record(second) }
          second = nil
          throw Stop()
        }
      }
      if isNested { try social.database.write { try? undone() } } else { try? undone() }
      withExtendedLifetime(first) {
        #expect(social.users.get(by: "ada") === first)
        #expect(!first.isDeleted && first.name == "first")
      }
      for second in kept.elements {
        #expect(!second.isDeleted && second.name == "second")
        second.name = "in memory"
        #expect(second.name == "in memory")
      }
      #expect(social.failures.elements.isEmpty)
    }
  }

  @Test(arguments: [true, false])
  func `an object that is added takes the row from one that another thread has loaded meanwhile`(
    isKept: Bool
  ) throws {
    let loaded = Recorder<User>()
    var second: User? = User(id: "ada", name: "second")
    try database.write {
      if let second { users.add(second) }
      if !isKept { second = nil }
      try withThread { [users] in
        guard let user = users.get(by: "ada") else { return }
        #expect(user.name == "first")
        loaded.record(user)
      }
    }
    try withExtendedLifetime(second) {
      let first = try #require(loaded.elements.first)
      #expect(first.isDeleted && first.name == "first")
      #expect(try current() !== first)
      #expect(try current().name == "second")
      if isKept { #expect(try current() === second) }
    }
  }

  @Test(arguments: [true, false])
  func `a lookup in a rolled back write returns the added object`(isKept: Bool) throws {
    var new: User? = User(id: "new", name: "new")
    var found: User?
    try? database.write {
      if let new { users.add(new) }
      if !isKept { new = nil }
      found = users.get(by: "new")
      throw Stop()
    }
    let user = try #require(found)
    withExtendedLifetime(new) { if isKept { #expect(new === user) } }
    #expect(!user.isDeleted)
    user.name = "in memory"
    users.add(user)
    #expect(users.get(by: "new") === user)
    #expect(try social.value("SELECT name FROM users WHERE id = 'new'") == .text("in memory"))
  }

  @Test func `an added object lives until its write has ended, and no longer`() throws {
    weak var added: User?
    try database.write {
      do {
        let user = User(id: "new", name: "new")
        users.add(user)
        added = user
      }
      #expect(added != nil)
    }
    #expect(added == nil)
  }

  @Test func `an object whose row another has taken in the write cannot be added again`() throws {
    let first = try current()
    let second = User(id: "ada", name: "second")
    try database.write {
      users.add(second)
      for add in [users.insert, users.upsert] {
        let error = #expect(throws: DatabaseError.self) { try add(first) }
        #expect(error?.code == .misuse)
      }
      #expect(users.get(by: "ada") === second)
    }
    #expect(try current() === second)
    #expect(first.isDeleted && !second.isDeleted)
  }

  @Test func `an object that a rolled back write replaced can be added again`() throws {
    let first = try current()
    try database.write {
      try? database.write {
        users.add(User(id: "ada", name: "second"))
        throw Stop()
      }
      users.delete("ada")
      users.add(first)
    }
    #expect(try current() === first)
    #expect(!first.isDeleted && first.name == "first")
  }

  // MARK: One write

  /// Statements, each list in one write, after which there is a row with the key again.
  static let reinsertions: [[SQL]] = [
    ["DELETE FROM users", "INSERT INTO users (id, name) VALUES ('ada', 'new')"],
    ["INSERT OR REPLACE INTO users (id, name) VALUES ('ada', 'new')"],
    ["UPDATE users SET id = 'away'", "UPDATE users SET id = 'ada', name = 'new'"],
    [
      "UPDATE users SET id = 'away'", "INSERT INTO users (id, name) VALUES ('ada', 'new')",
      "DELETE FROM users WHERE id = 'away'",
    ],
    [
      "INSERT INTO users (id, name) VALUES ('ada', 'x') ON CONFLICT (id) DO UPDATE SET name = 'new'"
    ],
  ]

  enum Writer: CaseIterable, Sendable { case own, ownMany, otherDatabase, stranger }

  @Test(arguments: reinsertions.indices, Writer.allCases)
  func `a row that one write deletes and inserts again keeps its object`(
    index: Int,
    writer: Writer
  ) throws {
    let first = try current()
    let path = social.path
    let statements = Self.reinsertions[index]
    switch writer {
    case .own:
      try database.write {
        for statement in statements { try database.execute(statement) }
        #expect(users.get(by: "ada") === first)
      }
    case .ownMany:
      // More rows than the database remembers: their changes are unknown.
      try #require(users.backing as? TableBacking<User>).table.untyped.context.watched.rowLimit =
        RememberedRowLimit(rowsPerTable: 0)
      try database.write { for statement in statements { try database.execute(statement) } }
    case .otherDatabase:
      let other = try Database(path: path)
      try other.write { for statement in statements { try other.execute(statement) } }
      try database.catchUp()
    case .stranger:
      let stranger = try WriterConnection.open(DatabaseLocation(path: path))
      stranger.recordChanges(.never)
      try stranger.run("BEGIN IMMEDIATE")
      for statement in statements { try stranger.run(statement) }
      try stranger.run("COMMIT")
      try database.catchUp()
    }
    let found = try current()
    #expect(found === first)
    #expect(!first.isDeleted && first.name == "new")
  }

  @Test func `an object that is deleted and added again in one write keeps its row`() throws {
    let first = try current()
    try database.write {
      users.delete("ada")
      #expect(users.get(by: "ada") == nil)
      users.add(first)
    }
    #expect(try current() === first)
    #expect(!first.isDeleted)
  }

  @Test func `a nested write that inserts a row the outer write deleted keeps the object`() throws {
    let first = try current()
    try database.write {
      try database.execute("DELETE FROM users")
      try database.write {
        try database.execute("INSERT INTO users (id, name) VALUES ('ada', 'new')")
      }
    }
    #expect(try current() === first)
    #expect(first.name == "new")
  }

  @Test func `an insertion that is undone after a deletion leaves the object deleted`() throws {
    let first = try current()
    try database.write {
      try database.execute("DELETE FROM users")
      try? database.write {
        users.add(User(id: "ada", name: "undone"))
        throw Stop()
      }
    }
    #expect(first.isDeleted)
    #expect(users.get(by: "ada") == nil)
  }

  // MARK: Two writes

  @Test(arguments: [Writer.own, .otherDatabase])
  func `a row that comes back in another commit has another object`(writer: Writer) throws {
    let other =
      writer == .own ? database : try Database(path: social.path)
    for isKept in [true, false] {
      var first: User? = try current()
      try other.execute("DELETE FROM users")
      try database.catchUp()
      #expect(first?.isDeleted == true)
      let old = first.map { ObjectIdentifier($0) }
      if !isKept { first = nil }
      try other.execute("INSERT INTO users (id, name) VALUES ('ada', 'new')")
      try database.catchUp()
      let second = try current()
      #expect(!second.isDeleted && second.name == "new")
      withExtendedLifetime(first) { if isKept { #expect(ObjectIdentifier(second) != old) } }
    }
  }

  // MARK: Snapshots

  @Test(arguments: [true, false])
  func `a snapshot finds the current object of a key, with the values of the snapshot`(
    isKept: Bool
  ) throws {
    let first = try current()
    let added = Recorder<User>()
    try database.read {
      try withThread { [users] in
        var second: User? = User(id: "ada", name: "second")
        if let second {
          users.add(second)
          if isKept { added.record(second) }
        }
        second = nil
      }
      #expect(first.isDeleted && first.name == "first")
      let found = try current()
      #expect(found !== first && found.name == "first" && !found.isDeleted)
      #expect(try current() === found)
      if isKept { #expect(found === added.elements[0]) }
    }
    #expect(try current().name == "second")
  }
}
