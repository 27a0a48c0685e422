import StateGraphPersistence
import TestSupport
import Testing

// The code of the section about searching text, as it stands there.

@Entity(id: Int.self, keys: .database)
final class Message {
  @GraphStored @Column(.searchable) var subject: String
  @GraphStored @Column(.searchable) var text: String
}

func find(_ typed: String, in messages: EntityStore<Message>) throws -> [Message] {
  try messages.query.search(typed, matchesPrefix: true).limit(20).fetch()
}

@Suite struct SearchArticleTests {
  let database: Database

  init() throws {
    let article = try DocumentationSource.text(ofArticle: "Queries")
    let migrations = DocumentationSource.blocks("sql", in: article)
    try #require(migrations.count == 1)
    database = try Database.temporary(
      migrations: .list([
        Migration(version: 1, name: "create messages", sql: .raw(migrations[0]))
      ])
    )
  }

  @Test func `the migration of the article creates the table that the type declares`() throws {
    #expect(try database.schemaDifferences(for: Message.self) == [])
    #expect(try database.proposedMigration(for: Message.self) == "")
  }

  @Test func `a search finds a message by the beginning of a word until its text changes`() throws {
    let messages = try EntityStore<Message>(database)
    let message = Message(subject: "Harbour", text: "The boat leaves at noon.")
    try messages.insert(message)
    #expect(try find("harbour boa", in: messages).first === message)
    message.text = "The ship leaves at noon."
    #expect(try find("harbour boa", in: messages).isEmpty)
    messages.delete(message.typedID)
    #expect(try find("harbour", in: messages).isEmpty)
  }

  @Test func `a store names the function that returns the SQL of a missing search table`() throws {
    try database.execute("DROP TRIGGER messages_search_update")
    let error = #expect(throws: DatabaseError.self) { try EntityStore<Message>(database) }
    #expect(error?.code == .schemaMismatch)
    #expect(error?.remedy.contains("database.proposedMigration(for:)") == true)
  }
}
