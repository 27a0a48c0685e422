import Foundation
import TestSupport
import Testing

@testable import StateGraphPersistence

/// Identifiers of every kind, as the primary keys of their tables.
@Suite struct KeyTests {
  let directory: TemporaryDirectory
  let database: Database

  init() throws {
    directory = try TemporaryDirectory()
    database = try Database(path: directory.file("keys"))
    try database.create([
      Novel._$definition, Label._$definition, NovelLabel._$definition, Edition._$definition,
      Upload._$definition, Cover._$definition, Serial._$definition, Reading._$definition,
    ])
  }

  @Test func `a key of several columns is made of the properties that it has`() throws {
    let novels = try EntityStore<Novel>(database)
    let labels = try EntityStore<Label>(database)
    let links = try EntityStore<NovelLabel>(database)
    let link = NovelLabel(novel: Novel(id: "n1"), label: Label(id: 7), position: 3)
    #expect(link.typedID == .init(CompositeKey("n1", 7)))
    try database.write {
      novels.add(link.novel)
      labels.add(link.label)
      links.add(link)
    }
    #expect(links.get(by: .init(CompositeKey("n1", 7))) === link)
    #expect(links.get(by: .init(CompositeKey("n1", 8))) == nil)
    let row = try database.rows("SELECT novel_id, label_id, position FROM novel_labels").first
    #expect(row?.values == [.text("n1"), .integer(7), .integer(3)])
    link.position = 4
    #expect(try database.rows("SELECT position FROM novel_labels").first?[0] == .integer(4))
    #expect(link.novel === novels.get(by: "n1"))
  }

  @Test func `a row with a key of several columns is one object, and goes with its row`() throws {
    try database.write {
      try database.execute("INSERT INTO novels (id) VALUES ('n1')")
      try database.execute("INSERT INTO labels (id) VALUES (1), (2)")
      try database.execute("INSERT INTO novel_labels VALUES ('n1', 1, 0), ('n1', 2, 1)")
    }
    let links = try EntityStore<NovelLabel>(database)
    let all = links.getAll()
    #expect(all.map(\.typedID.raw.parts.1) == [1, 2])
    #expect(links.get(by: all[0].typedID) === all[0])
    try database.execute("DELETE FROM labels WHERE id = 1")
    #expect(all[0].isDeleted)
    #expect(!all[1].isDeleted)
    #expect(links.count == 1)
    #expect(links.delete(all[1].typedID))
    #expect(links.isEmpty)
  }

  @Test func `a key is one column with a name and a type of its own`() throws {
    let editions = try EntityStore<Edition>(database)
    let edition = Edition(id: ISBN(rawValue: "978"), title: "One")
    editions.add(edition)
    #expect(editions.get(by: .init(ISBN(rawValue: "978"))) === edition)
    #expect(try database.rows("SELECT isbn FROM editions").first?[0] == .text("978"))
  }

  @Test func `a key that is a property has no identifier besides`() throws {
    let serials = try EntityStore<Serial>(database)
    let serial = Serial(number: 12)
    serials.add(serial)
    #expect(serial.typedID == 12)
    #expect(serials.get(by: 12)?.number == 12)
    #expect(try database.rows("SELECT * FROM serials").first?.values == [.integer(12)])
  }

  @Test func `a key that is a reference shares the other row's`() throws {
    let novels = try EntityStore<Novel>(database)
    let readings = try EntityStore<Reading>(database)
    let reading = Reading(novel: Novel(id: "n1"), page: 5)
    try database.write {
      novels.add(reading.novel)
      readings.add(reading)
    }
    #expect(readings.get(by: "n1") === reading)
    novels.delete("n1")
    #expect(reading.isDeleted)
  }

  @Test func `a UUID is a key`() throws {
    let uploads = try EntityStore<Upload>(database)
    let id = UUID()
    let upload = Upload(id: id, name: "a")
    uploads.add(upload)
    #expect(uploads.get(by: .init(id)) === upload)
    let stored = try database.rows("SELECT id FROM uploads").first?[0]
    #expect(stored == .text(id.uuidString.lowercased()))
  }

  @Test(arguments: [Data(), Data([0]), Data([1, 0, 255])])
  func `bytes are a key`(id: Data) throws {
    let covers = try EntityStore<Cover>(database)
    let cover = Cover(id: id)
    covers.add(cover)
    #expect(covers.get(by: .init(id)) === cover)
    #expect(try database.rows("SELECT typeof(id) FROM covers").first?[0] == .text("blob"))
  }

  @Test func `the parts of a key are compared byte by byte`() throws {
    typealias Key = CompositeKey<String, Int>
    #expect(Key("é", 1) != Key("e\u{301}", 1))
    #expect(Key("é", 1) == Key("\u{e9}", 1))
    #expect(Set([Key("é", 1), Key("e\u{301}", 1), Key("é", 1)]).count == 2)
    let links = try EntityStore<NovelLabel>(database)
    try database.write {
      try database.execute("INSERT INTO novels (id) VALUES ('é'), ('e\u{301}')")
      try database.execute("INSERT INTO labels (id) VALUES (1)")
      try database.execute("INSERT INTO novel_labels VALUES ('é', 1, 10), ('e\u{301}', 1, 20)")
    }
    #expect(links.get(by: .init(Key("é", 1)))?.position == 10)
    #expect(links.get(by: .init(Key("e\u{301}", 1)))?.position == 20)
  }

  @Test func `a key is read only from values of its number and types`() {
    typealias Key = CompositeKey<String, Int>
    #expect(Key(rowKey: .values([.text("a"), .integer(1)])) == Key("a", 1))
    #expect(Key(rowKey: .values([.text("a")])) == nil)
    #expect(Key(rowKey: .value(.text("a"))) == nil)
    #expect(Key(rowKey: .values([.text("a"), .text("1")])) == nil)
    #expect(Key(rowKey: .values([.text("a"), .integer(1), .integer(2)])) == nil)
    #expect(CompositeKey<String>("a").rowKey == .value(.text("a")))
    #expect(CompositeKey<String>(rowKey: .value(.text("a"))) == CompositeKey("a"))
    #expect("\(Key("a", 1))" == "a, 1")
    #expect(Key.columnTypes == [.text, .integer])
  }

  @Test func `an initialiser of one's own calls the one that makes the key`() throws {
    let links = try EntityStore<Ranking>(try rankings())
    let ranking = Ranking("a", 3)
    links.add(ranking)
    #expect(links.get(by: .init(CompositeKey("a", 3)))?.place == 3)
  }

  private func rankings() throws -> Database {
    try database.create([Ranking._$definition])
    return database
  }
}

@Entity
final class Novel {
  typealias TypedIdentifierRawValue = String
  let typedID: TypedID
}

@Entity
final class Label {
  typealias TypedIdentifierRawValue = Int
  let typedID: TypedID
}

@Entity(key: "novel_id", "label_id")
final class NovelLabel {
  typealias TypedIdentifierRawValue = CompositeKey<String, Int>
  let typedID: TypedID
  @GraphStored @Column(.onDelete(.cascade)) var novel: Novel
  @GraphStored @Column(.onDelete(.cascade)) var label: Label
  @GraphStored var position: Int
}

struct ISBN: RawRepresentable, Hashable, Bindable, EntityKey { let rawValue: String }

@Entity(key: "isbn")
final class Edition {
  typealias TypedIdentifierRawValue = ISBN
  let typedID: TypedID
  @GraphStored var title: String
}

@Entity(key: "number")
final class Serial {
  typealias TypedIdentifierRawValue = Int64
  let typedID: TypedID
  @GraphStored var number: Int64
}

@Entity(key: "novel_id")
final class Reading {
  typealias TypedIdentifierRawValue = String
  let typedID: TypedID
  @GraphStored @Column(.onDelete(.cascade)) var novel: Novel
  @GraphStored var page: Int
}

@Entity
final class Upload {
  typealias TypedIdentifierRawValue = UUID
  let typedID: TypedID
  @GraphStored var name: String
}

@Entity
final class Cover {
  typealias TypedIdentifierRawValue = Data
  let typedID: TypedID
}

@Entity(key: "name", "place")
final class Ranking {
  typealias TypedIdentifierRawValue = CompositeKey<String, Int>
  let typedID: TypedID
  @GraphStored var name: String
  @GraphStored var place: Int

  convenience init(_ name: String, _ place: Int) {
    self.init(name: name, place: place)
  }
}
