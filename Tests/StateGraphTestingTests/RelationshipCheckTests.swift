import Shop
import TestSupport
import Testing

@testable import StateGraphTesting

@Suite(.database(.shop)) struct RelationshipCheckTests {
  private let db = TestDatabase.current

  @Test func `relationships that equal their rows pass`() throws {
    let order = try db[Order.self, "first"]
    try order.add("cake", cents: 300, in: db.database)
    #expect(try RelationshipCheck<Order>(db.database).difference(of: [order]) == nil)
    let customers = try EntityStore<Customer>(db.database).query.fetch()
    #expect(try RelationshipCheck<Customer>(db.database).difference(of: customers) == nil)
  }

  @Test func `a relationship that differs from the rows is found`() throws {
    // The rows of another database stand for rows that a relationship has not noticed.
    let order = try db[Order.self, "first"]
    try TestDatabase.with(.shop) { other in
      #expect(try RelationshipCheck<Order>(other.database).difference(of: [order]) == nil)
      try other[Order.self, "first"].add("cake", cents: 300, in: other.database)
      let more = try RelationshipCheck<Order>(other.database).difference(of: [order])
      #expect(more == "a relationship of Order (Array<OrderLine>) differs from its rows")
      try other.database.execute("DELETE FROM order_lines")
      let fewer = try RelationshipCheck<Order>(other.database).difference(of: [order])
      #expect(fewer == more)
    }
  }

  @Test func `links between two types are compared, each as often as it occurs`() throws {
    let migrations = MigrationSource.list([
      Migration(
        version: 1,
        name: "create",
        sql: """
          CREATE TABLE pages (id INTEGER PRIMARY KEY NOT NULL, title TEXT NOT NULL);
          CREATE TABLE words (id INTEGER PRIMARY KEY NOT NULL, text TEXT NOT NULL);
          CREATE TABLE uses (
            id INTEGER PRIMARY KEY NOT NULL,
            page_id INTEGER NOT NULL REFERENCES pages (id),
            word_id INTEGER NOT NULL REFERENCES words (id)
          );
          INSERT INTO pages VALUES (1, 'a'), (2, 'b');
          INSERT INTO words VALUES (1, 'x'), (2, 'y');
          INSERT INTO uses VALUES (1, 1, 1), (2, 1, 1), (3, 1, 2), (4, 2, 2);
          """
      )
    ])
    try TestDatabase.with(.empty(migrations: migrations)) { db in
      let pages = try EntityStore<Page>(db.database).query.fetch()
      #expect(pages[0].words.count == 3 && pages[0].repeated.count == 3)
      let check = RelationshipCheck<Page>(try db.database)
      #expect(try check.difference(of: pages) == nil)
      try TestDatabase.with(.empty(migrations: migrations)) { other in
        try other.database.execute("DELETE FROM uses WHERE id = 1")
        let check = RelationshipCheck<Page>(try other.database)
        #expect(try check.difference(of: [pages[1]]) == nil)
        #expect(try check.difference(of: pages) != nil)
      }
    }
  }
}

@Entity(id: Int64.self)
private final class Page {
  @GraphStored var title: String
  @GraphComputed(through: Use.self) var words: [Word]
  @GraphComputed(through: \Use.page, \Use.word) var repeated: [Word]
}

@Entity(id: Int64.self)
private final class Word {
  @GraphStored var text: String
}

@Entity(id: Int64.self)
private final class Use {
  @GraphStored var page: Page
  @GraphStored var word: Word
}
