import SampleDomains
import TestSupport
import Testing

@testable import StateGraphPersistence

/// A store over a database that is only read.
@Suite struct ReadOnlyTests {
  @Test func `the error of a write names the setting that forbids it`() throws {
    let social = try SocialDatabase()
    var configuration = Database.Configuration()
    configuration.access = .readOnly
    let database = try Database(
      path: social.path,
      configuration: configuration
    )
    let users = try EntityStore<User>(database)
    let error = #expect(throws: DatabaseError.self) {
      try users.insert(User(id: "ada", name: "Ada"))
    }
    #expect(error?.code == .readOnly)
    #expect(error?.message.contains("access = .readOnly") == true)
    #expect(error?.remedy.contains("access = .readWrite") == true)
  }
}
