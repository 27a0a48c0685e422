import StateGraphPersistence
import Testing

@Entity
final class Club {
  typealias TypedIdentifierRawValue = String
  let typedID: TypedID
  @GraphStored var name: String
  @GraphComputed(inverse: \Player.favourite) var admirers: [Player]
  @GraphComputed(inverse: \Player.rival) var rivals: [Player]
  @GraphComputed(through: Membership.self) var members: [Player]
}

@Entity
final class Player {
  typealias TypedIdentifierRawValue = String
  let typedID: TypedID
  @GraphStored var name: String
  @GraphStored var favourite: Club?
  @GraphStored var rival: Club?
}

@Entity(key: "club_id", "player_id")
final class Membership {
  typealias TypedIdentifierRawValue = CompositeKey<String, String>
  let typedID: TypedID
  @GraphStored var club: Club
  @GraphStored var player: Player
}

/// Conditions on to-many relationships of a type that is referred to in several ways.
@Suite struct QueryRelationshipTests {
  let database: Database
  let clubs: EntityStore<Club>

  init() throws {
    database = try Database(path: ":memory:")
    try database.createTables(for: Club.self, Player.self, Membership.self)
    clubs = try EntityStore<Club>(database)
    let chess = Club(id: "chess", name: "Chess")
    let go = Club(id: "go", name: "Go")
    let ada = Player(id: "ada", name: "Ada", favourite: chess, rival: go)
    clubs.add([chess, go, Club(id: "idle", name: "Idle")])
    try EntityStore<Player>(database).insert(ada)
    try EntityStore<Membership>(database).insert(Membership(club: go, player: ada))
  }

  private func keys(_ condition: (QueryRow<Club>) -> QueryCondition) throws -> [String] {
    try clubs.query.where(condition).fetch().map(\.typedID.raw)
  }

  @Test func `a property means the inverse that it is declared with`() throws {
    #expect(try keys { $0.admirers.exists } == ["chess"])
    #expect(try keys { $0.rivals.exists } == ["go"])
    #expect(try keys { $0.rivals.isEmpty } == ["chess", "idle"])
    #expect(try keys { $0.admirers.exists { $0.name == "Ada" } } == ["chess"])
  }

  @Test func `a many-to-many property means the entities that the links lead to`() throws {
    #expect(try keys { $0.members.exists } == ["go"])
    #expect(try keys { $0.members.isEmpty } == ["chess", "idle"])
    #expect(try keys { $0.members.exists { $0.name == "Ada" } } == ["go"])
    #expect(try keys { $0.members.exists { $0.name == "Bob" } } == [])
  }

  @Test func `the links of a many-to-many relationship are queried by their reference`() throws {
    #expect(try keys { $0[inverse: \Membership.club].exists } == ["go"])
    #expect(
      try keys { $0[inverse: \Membership.club].exists { $0.player.name == "Ada" } } == ["go"]
    )
  }
}
