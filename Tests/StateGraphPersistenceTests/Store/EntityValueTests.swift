import Foundation
import StateGraphPersistence
import TestSupport
import Testing

@Entity(id: Int.self, keys: .database)
final class Bookcase: Encodable {
  @GraphStored var name: String
  @GraphComputed(inverse: \Paperback.bookcase) var novels: [Paperback]
}

@Entity(id: String.self)
final class Paperback {
  enum Kind: String, Bindable, Codable { case prose, poems }

  @GraphStored var title: String
  @GraphStored var pageCount: Int?
  @GraphStored var isLent: Bool = false
  @GraphStored var kind: Kind = .prose
  @GraphStored var added: Date
  @GraphStored @Column(.json) var words: [String: Int] = [:]
  @GraphStored var price: Decimal = 0
  @GraphStored var bookcase: Bookcase?
}

extension Paperback: Encodable {}

@Entity(id: CompositeKey<String, Int>.self, key: "novel_id", "number")
final class Chapter: Encodable {
  @GraphStored var novel: Paperback
  @GraphStored var number: Int
  @GraphStored @Column(as: Unencodable.self) var mark: Unencodable.Mark?
}

@Entity(id: Int.self, keys: .database)
final class Bookmark: Encodable {
  @GraphStored @Column(columns: "novel", "chapter") var chapter: Chapter?
}

enum Unencodable: ColumnConversion {
  struct Mark: Sendable { let text: String }
  static func stored(_ value: Mark) throws -> String { value.text }
  static func value(_ stored: String) throws -> Mark { Mark(text: stored) }
  static let placeholder = Mark(text: "")
}

/// Entities in sets and dictionaries, and as JSON for other programs.
@Suite struct EntityValueTests {
  let database: Database
  let bookcases: EntityStore<Bookcase>
  let novels: EntityStore<Paperback>
  let bookcase = Bookcase(name: "top")

  init() throws {
    database = try Database.temporary()
    try database.createTables(for: Bookcase.self, Paperback.self, Chapter.self, Bookmark.self)
    bookcases = try EntityStore<Bookcase>(database)
    novels = try EntityStore<Paperback>(database)
    try bookcases.insert(bookcase)
  }

  private func emma() -> Paperback {
    Paperback(id: "emma", title: "Emma", added: Date(timeIntervalSince1970: 0), bookcase: bookcase)
  }

  private func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    encoder.dateEncodingStrategy = .iso8601
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  // MARK: Identity

  @Test func `the object of a row is one element of a set, whatever its row contains`() throws {
    let emma = emma()
    try novels.insert(emma)
    var selected: Set = [emma]
    emma.title = "Persuasion"
    #expect(novels.get(by: "emma").map { selected.contains($0) } == true)
    selected.insert(try #require(try novels.query.fetchFirst()))
    #expect(selected.count == 1)
    #expect([emma: 1][emma] == 1)
    #expect([emma].firstIndex(of: emma) == 0)
  }

  @Test func `objects with equal values and identifiers are different`() throws {
    let (one, other) = (emma(), emma())
    #expect(one != other)
    #expect(one.id == other.id)
    try novels.insert(one)
    try novels.remove(one)
    try novels.insert(other)
    #expect(novels.get(by: "emma") == other && one != other)
  }

  @Test func `hashing and comparing read nothing and add no dependency`() throws {
    let emma = emma()
    try novels.insert(emma)
    let calls = Recorder<Int>()
    let node = Computed { _ in
      calls.record(0)
      return Set([emma, emma]).count
    }
    let before = database.statementCounts
    #expect(node.wrappedValue == 1)
    emma.title = "E"
    #expect(node.wrappedValue == 1 && calls.elements == [0])
    #expect((database.statementCounts - before).reads == 0)
  }

  // MARK: JSON

  @Test func `an entity is an object of its identifier and columns`() throws {
    let emma = emma()
    try novels.insert(emma)
    emma.words = ["a": 2]
    emma.price = 1.5
    let before = database.statementCounts
    let text = try json([emma])
    #expect(
      text == """
        [{"added":"1970-01-01T00:00:00Z","bookcase":1,"id":"emma","isLent":false,"kind":"prose",\
        "price":1.5,"title":"Emma","words":{"a":2}}]
        """
    )
    #expect((database.statementCounts - before).reads == 0)
    #expect(try json(bookcase) == #"{"id":1,"name":"top"}"#)
  }

  @Test func `a property that is set has its value, and nil is left out`() throws {
    let emma = emma()
    (emma.pageCount, emma.bookcase) = (400, nil)
    try novels.insert(emma)
    let text = try json(emma)
    #expect(text.contains(#""pageCount":400"#))
    #expect(!text.contains("bookcase"))
  }

  @Test func `an object without a row has the keys of its references`() throws {
    #expect(try json(emma()).contains(#""bookcase":1"#))
    #expect(try json(Bookcase(name: "new")) == #"{"name":"new"}"#)
  }

  @Test func `a key of properties is no id, and a key of several columns is an array`() throws {
    let (emma, chapters) = (emma(), try EntityStore<Chapter>(database))
    try novels.insert(emma)
    let chapter = Chapter(novel: emma, number: 2, mark: nil)
    try chapters.insert(chapter)
    #expect(try json(chapter) == #"{"novel":"emma","number":2}"#)
    let bookmark = Bookmark(chapter: chapter)
    try EntityStore<Bookmark>(database).insert(bookmark)
    #expect(try json(bookmark) == #"{"chapter":["emma",2],"id":1}"#)
  }

  @Test func `a value that is not encodable is an error with its property`() throws {
    let emma = emma()
    try novels.insert(emma)
    let chapter = Chapter(novel: emma, number: 1, mark: Unencodable.Mark(text: "x"))
    let error = #expect(throws: EncodingError.self) { try json(chapter) }
    #expect("\(error as Any)".contains("Chapter.mark"))
  }

  @Test func `a node that encodes an entity follows its columns`() throws {
    let emma = emma()
    try novels.insert(emma)
    let test = self
    let node = Computed { _ in (try? test.json(emma)) ?? "" }
    #expect(node.wrappedValue.contains(#""bookcase":1"#))
    emma.title = "E"
    #expect(node.wrappedValue.contains(#""title":"E""#))
    emma.bookcase = nil
    #expect(!node.wrappedValue.contains("bookcase"))
  }

  // MARK: Views

  @Test func `a type of a view is refused with the reason, and the view is live by SQL`() throws {
    try database.execute("DROP TABLE bookmarks")
    try database.execute("CREATE VIEW bookmarks AS SELECT 1 AS id, 'a' AS novel, 2 AS chapter")
    let error = databaseError { _ = try EntityStore<Bookmark>(database) }
    #expect(error?.code == .schemaMismatch)
    #expect(error?.message.contains("bookmarks: the file has a view of this name") == true)
    let proposal = try database.proposedMigration(for: Bookmark.self)
    #expect(proposal.contains("database.live(sql:)") && !proposal.contains("CREATE TABLE"))
  }
}
