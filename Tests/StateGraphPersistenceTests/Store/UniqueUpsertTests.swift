import StateGraphCore
import TestSupport
import Testing

@testable import StateGraphPersistence

@Entity(id: String.self, table: "accounts", indexes: .unique("realm", "login"))
final class LoginAccount {
  @GraphStored @Column(.unique) var email: String?
  @GraphStored var realm: String
  @GraphStored var login: String
  @GraphStored var visits: Int = 0
  @GraphStored var sponsor: LoginAccount?
}

/// `upsert(_:onConflict:)`: which row it writes, and which object it returns.
@Suite struct UniqueUpsertTests {
  let directory: TemporaryDirectory
  let database: Database
  let accounts: EntityStore<LoginAccount>

  init() throws {
    directory = try TemporaryDirectory()
    database = try Database(path: directory.file("accounts.sqlite"))
    try database.execute(
      """
      CREATE TABLE accounts (id TEXT PRIMARY KEY NOT NULL, email TEXT UNIQUE COLLATE NOCASE,
        realm TEXT NOT NULL, login TEXT NOT NULL, visits INTEGER NOT NULL CHECK (visits >= 0),
        sponsor_id TEXT REFERENCES accounts, UNIQUE (realm, login)) STRICT
      """
    )
    accounts = try EntityStore<LoginAccount>(database)
  }

  private func account(
    _ id: String,
    _ email: String?,
    login: String? = nil,
    visits: Int = 0
  ) -> LoginAccount {
    LoginAccount(id: id, email: email, realm: "r", login: login ?? id, visits: visits)
  }

  @Test func `a new value is inserted, and the passed object is the row's`() throws {
    let ada = account("a", "ada@x")
    #expect(try accounts.upsert(ada, onConflict: \.email) === ada)
    #expect(accounts.get(by: "a") === ada)
  }

  @Test func `a taken value keeps the row, its key and its object`() throws {
    let ada = account("a", "ada@x")
    try accounts.insert(ada)
    let calls = Recorder<Int>()
    let subscription = withGraphTracking { ada.$visits.onChange { calls.record($0) } }
    _ = calls.drain()
    let passed = account("b", "ADA@x", visits: 7)
    #expect(try accounts.upsert(passed, onConflict: \.email) === ada)
    #expect(ada.visits == 7 && ada.email == "ADA@x" && ada.login == "b")
    #expect(calls.drain() == [7])
    #expect(accounts.count == 1 && accounts.get(by: "b") == nil)
    passed.visits = 8
    #expect(ada.visits == 7)
    try accounts.insert(account("c", "c@x"))
    subscription.cancel()
  }

  @Test func `an upsert with an equal key keeps the row's object`() throws {
    let ada = account("a", "ada@x")
    try accounts.insert(ada)
    #expect(try accounts.upsert(account("a", "ada@x", visits: 3), onConflict: \.email) === ada)
    #expect(ada.visits == 3 && !ada.isDeleted)
  }

  @Test func `several columns, and nil, which equals nothing`() throws {
    let first = account("a", nil, login: "l")
    try accounts.insert(first)
    let second = try accounts.upsert(account("b", nil, login: "m"), onConflict: \.email)
    #expect(second.id == "b" && accounts.count == 2)
    let third = account("c", "c@x", login: "l")
    #expect(try accounts.upsert(third, onConflict: \.realm, \.login) === first)
    #expect(try accounts.upsert(third, onConflict: \.login, \.realm) === first)
    #expect(first.email == "c@x")
  }

  @Test func `inside a write the object is found, also that of a new row, and a rollback undoes`()
    throws
  {
    let ada = account("a", "ada@x")
    try accounts.insert(ada)
    #expect(throws: CancellationError.self) {
      try database.write {
        ada.email = "new@x"
        #expect(try accounts.upsert(account("b", "new@x", visits: 1), onConflict: \.email) === ada)
        #expect(ada.visits == 1)
        let ben = account("ben", "ben@x")
        try accounts.insert(ben)
        #expect(try accounts.upsert(account("c", "ben@x"), onConflict: \.email) === ben)
        throw CancellationError()
      }
    }
    #expect(ada.visits == 0 && ada.email == "ada@x" && accounts.count == 1)
  }

  @Test func `an upsert loads the object of an unloaded row`() throws {
    try database.execute("INSERT INTO accounts VALUES ('a', 'ada@x', 'r', 'l', 0, NULL)")
    let ada = try accounts.upsert(account("b", "ada@x", visits: 2), onConflict: \.email)
    #expect(ada.id == "a" && ada.visits == 2)
    #expect(accounts.get(by: "a") === ada)
  }

  @Test func `another broken constraint fails and changes nothing`() throws {
    let (ada, ben) = (account("a", "ada@x"), account("b", "ben@x"))
    try accounts.insert(contentsOf: [ada, ben])
    let conflicting = account("c", "ada@x", login: "b")
    #expect(
      databaseError { try accounts.upsert(conflicting, onConflict: \.email) }?.code == .constraint
    )
    let negative = account("c", "ada@x", visits: -1)
    #expect(
      databaseError { try accounts.upsert(negative, onConflict: \.email) }?.code == .constraint
    )
    #expect(
      databaseError { try accounts.upsert(account("a", "new@x"), onConflict: \.email) }?.code
        == .constraint
    )
    #expect(ada.login == "a" && ada.visits == 0 && accounts.count == 2)
  }

  @Test func `columns that are not unique, no columns, and objects that do not fit, are refused`()
    throws
  {
    let ada = account("a", "ada@x")
    try accounts.insert(ada)
    let new = account("b", "b@x")
    #expect(databaseError { try accounts.upsert(new, onConflict: \.visits) }?.code == .misuse)
    #expect(databaseError { try accounts.upsert(new, onConflict: \.realm) }?.code == .misuse)
    #expect(databaseError { try accounts.upsert(new, onConflict: \.id) }?.code == .misuse)
    #expect(databaseError { try accounts.upsert(ada, onConflict: \.email) }?.code == .misuse)
    #expect(
      databaseError { try EntityStore<LoginAccount>().upsert(new, onConflict: \.email) }?.code
        == .misuse
    )
    let other = try UniqueUpsertTests()
    let foreign = other.account("f", "f@x")
    try other.accounts.insert(foreign)
    let referring = LoginAccount(id: "r", email: "ada@x", realm: "r", login: "r", sponsor: foreign)
    #expect(databaseError { try accounts.upsert(referring, onConflict: \.email) }?.code == .misuse)
    #expect(ada.sponsor == nil && accounts.count == 1)
  }
}
