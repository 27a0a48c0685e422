import TestSupport
import Testing

@testable import StateGraphPersistence

/// The INSERT of entities whose properties store their key.
@Suite struct InsertionTests {
  let database: Database
  let mentions: EntityStore<Mention>
  let anthology = Anthology(id: "a", slug: nil, name: "x")
  let poem = Poem(id: "p", title: "t")

  init() throws {
    database = try Database.inMemory()
    try database.createTables(
      for: Anthology.self,
      Poem.self,
      Motif.self,
      Mention.self,
      Inclusion.self
    )
    let stores = try AnthologyStores(database)
    mentions = try EntityStore<Mention>(database)
    stores.anthologies.add(anthology)
    stores.poems.add(poem)
  }

  @Test func `an INSERT names each column once`() throws {
    let table = try #require(mentions.backing as? TableBacking<Mention>).table
    let sql = table.layout.insertion.sql
    #expect(sql == #"INSERT INTO "mentions" ("anthology_id", "poem_id") VALUES (?, ?)"#)
    let motifs = try DatabaseGraph.of(database).table(for: Motif.self)
    #expect(motifs.layout.insertion.sql.ranges(of: "?").count == 3)
  }

  @Test func `a row whose key consists of its properties is inserted and found`() throws {
    let mention = Mention(anthology: anthology, poem: poem)
    try mentions.insert(mention)
    #expect(mentions.getAll().isIdentical(to: [mention]))
    #expect(mention.anthology === anthology && mention.poem === poem)
    let row = try database.rows("SELECT anthology_id, poem_id FROM mentions")[0].values
    #expect(row == [.text("a"), .text("p")])
  }

  @Test func `an upsert over a row sets no column of its key`() throws {
    try mentions.insert(Mention(anthology: anthology, poem: poem))
    try database.execute(
      """
      CREATE TRIGGER refuse AFTER UPDATE OF anthology_id, poem_id ON mentions
      BEGIN SELECT RAISE(ABORT, 'the key was set'); END
      """
    )
    try mentions.upsert(Mention(anthology: anthology, poem: poem))
    #expect(mentions.count == 1)
  }
}
