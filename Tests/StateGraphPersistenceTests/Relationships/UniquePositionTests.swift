import TestSupport
import Testing

@testable import StateGraphPersistence

@Entity(id: String.self)
final class Cassette {
  @GraphStored var name: String
  @GraphComputed(through: CassetteAnthem.self, order: \CassetteAnthem.position) var songs: [Anthem]
  @GraphComputed(through: CassetteSlot.self, order: \CassetteSlot.position) var slots: [Anthem]
}

@Entity(id: String.self)
final class Anthem { @GraphStored var title: String }

@Entity(
  id: CompositeKey<String, String>.self,
  key: "cassette_id",
  "anthem_id",
  indexes: .unique("cassette_id", "position")
)
final class CassetteAnthem {
  @GraphStored var cassette: Cassette
  @GraphStored var anthem: Anthem
  @GraphStored var position: Int?
}

/// Its key contains the position.
@Entity(id: CompositeKey<String, Int>.self, key: "cassette_id", "position")
final class CassetteSlot {
  @GraphStored var cassette: Cassette
  @GraphStored var position: Int
  @GraphStored var anthem: Anthem
}

/// Ordered relationships whose positions are unique in the file.
@Suite struct UniquePositionTests {
  let database: Database
  let list = Cassette(id: "l", name: "Road")
  let songs = ["a", "b", "c", "d", "e"].map { Anthem(id: .init($0), title: $0) }
  let failures = Recorder<any Error>()

  init() throws {
    var configuration = Database.Configuration()
    configuration.onWriteFailure = { [failures] in failures.record($0) }
    database = try Database(path: ":memory:", configuration: configuration)
    try database.createTables(
      for: Cassette.self,
      Anthem.self,
      CassetteAnthem.self,
      CassetteSlot.self
    )
    _ = (try EntityStore<CassetteAnthem>(database), try EntityStore<CassetteSlot>(database))
    try EntityStore<Cassette>(database).insert(list)
    try EntityStore<Anthem>(database).insert(contentsOf: songs)
  }

  enum Form: CaseIterable { case index, key }

  private func titles(_ form: Form) throws -> String {
    let nodes = (form == .index ? list.songs : list.slots).map(\.title).joined()
    let table = form == .index ? "cassette_anthems" : "cassette_slots"
    let rows = try database.rows("SELECT anthem_id FROM \(table: table) ORDER BY position")
    #expect(rows.map { $0[0] } == nodes.map { .text(String($0)) })
    return nodes
  }

  private func node(_ form: Form) -> Computed<[Anthem]> {
    form == .index ? list.$songs : list.$slots
  }

  private func assign(_ new: [Anthem], _ form: Form) {
    if form == .index { list.songs = new } else { list.slots = new }
  }

  @Test(arguments: Form.allCases)
  func `two songs exchange their positions`(form: Form) throws {
    assign(songs, form)
    node(form).swapAt(0, 1)
    #expect(try titles(form) == "bacde")
    node(form).swapAt(4, 0)
    #expect(try titles(form) == "eacdb")
    try database.write { node(form).swapAt(1, 2) }
    #expect(try titles(form) == "ecadb")
    #expect(failures.elements.isEmpty)
  }

  @Test(arguments: Form.allCases)
  func `a song moves to another place`(form: Form) throws {
    assign(songs, form)
    node(form).move(from: 0, to: 3)
    #expect(try titles(form) == "bcdae")
    node(form).move(from: 4, to: 0)
    #expect(try titles(form) == "ebcda")
    let before = database.statementCounts
    node(form).move(from: 2, to: 2)
    #expect((database.statementCounts - before).writes == 0)
    try database.write { node(form).move(from: 1, to: 2) }
    #expect(try titles(form) == "ecbda")
    #expect(failures.elements.isEmpty)
    node(form).move(from: 5, to: 0)
    #expect(failures.elements.count == 1)
    #expect(try titles(form) == "ecbda")
  }

  @Test(arguments: Form.allCases)
  func `positions without gaps take every edit`(form: Form) throws {
    let table = form == .index ? "cassette_anthems" : "cassette_slots"
    for (number, song) in songs.dropLast().enumerated() {
      try database.execute(
        """
        INSERT INTO \(table: table) (cassette_id, anthem_id, position)
        VALUES ('l', \(song.title), \(number + 1))
        """
      )
    }
    node(form).swapAt(1, 2)
    #expect(try titles(form) == "acbd")
    node(form).insert(songs[4], at: 2)
    #expect(try titles(form) == "acebd")
    assign([songs[3], songs[0], songs[1], songs[2], songs[4]], form)
    #expect(try titles(form) == "dabce")
    assign(songs.reversed(), form)
    #expect(try titles(form) == "edcba")
    node(form).remove(songs[2])
    node(form).swapAt(0, 3)
    #expect(try titles(form) == "adbe")
    #expect(failures.elements.isEmpty)
  }

  @Test(arguments: TestSeed.seeds(3))
  func `any order of rows is written`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    for _ in 0..<60 {
      let form = Form.allCases.randomElement(using: &random) ?? .index
      let new = songs.shuffled(using: &random).prefix(Int.random(in: 0...5, using: &random))
      assign(Array(new), form)
      if new.count > 1, Bool.random(using: &random) {
        let places = new.indices.shuffled(using: &random)
        node(form).swapAt(places[0], places[1])
      } else {
        #expect(try titles(form) == new.map(\.title).joined(), "seed \(seed)")
      }
      _ = try titles(form)
    }
    #expect(failures.elements.isEmpty, "seed \(seed)")
  }

  @Test func `positions that do not collide are written once`() {
    let positions = LinkPositions(count: 3) { [1, 2, 3][$0] }
    let shifted = ([(0, 2), (1, 3), (2, 4)] as [(Int, Int64)]).map {
      LinkPositions.Placement(link: $0, position: $1)
    }
    #expect(
      positions.moves(shifted, keepingUnique: true).map(\.link) == [2, 1, 0]
    )
    let exchanged = ([(0, 2), (1, 1)] as [(Int, Int64)]).map {
      LinkPositions.Placement(link: $0, position: $1)
    }
    #expect(positions.moves(exchanged, keepingUnique: true).map(\.position) == [4, 1, 2])
    #expect(positions.moves(exchanged, keepingUnique: false).count == 2)
  }
}
