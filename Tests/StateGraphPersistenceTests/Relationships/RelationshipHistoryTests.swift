import TestSupport
import Testing

@testable import StateGraphPersistence

/// Random edits, assignments, SQL and undone writes, compared with an array and with the file.
@Suite struct RelationshipHistoryTests {
  let scene: RackScene

  init() throws { scene = try RackScene() }

  @Test(arguments: TestSeed.seeds(4, includesCurrent: true))
  func `a relationship agrees with all random edits, inside writes and outside`(seed: UInt64) throws
  {
    let history = try RelationshipHistory(scene, seed)
    for step in 0..<120 { try history.run(step) }
    #expect(scene.failures.elements.isEmpty, "seed \(seed)")
  }
}

private final class RelationshipHistory {
  private let scene: RackScene
  private let seed: UInt64
  private var random: SeededRandom
  private let volumes: [Tome]
  /// The expected ordered relationship, and the expected members of the other one.
  private var placed: [Tome] = []
  private var members: Set<String> = []

  init(_ scene: RackScene, _ seed: UInt64) throws {
    self.scene = scene
    self.seed = seed
    random = SeededRandom(seed: seed)
    volumes = try scene.make((0..<12).map { "v\($0)" })
  }

  private func number(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }
  private func volume() -> Tome { volumes[number(volumes.count)] }

  func run(_ step: Int) throws {
    switch number(4) {
    case 0: try change()
    default:
      let before = (placed, members)
      let isUndone = number(3) == 0
      do {
        try scene.database.write {
          for _ in 0..<number(6) { try nested(isUndone: number(4) == 0) }
          if isUndone { throw Stop() }
        }
      } catch is Stop {
        (placed, members) = before
      }
    }
    compare("after step \(step)")
    let file = try scene.placed()
    #expect(file == placed.map(\.typedID.raw), "seed \(seed), step \(step)")
  }

  private func nested(isUndone: Bool) throws {
    guard number(3) == 0 || isUndone else { return try change() }
    let before = (placed, members)
    do {
      try scene.database.write {
        for _ in 0..<number(3) { try change() }
        if isUndone { throw Stop() }
      }
    } catch is Stop {
      (placed, members) = before
    }
    compare("after a nested write")
  }

  private func change() throws {
    let shelf = scene.shelf
    let volume = volume()
    switch number(13) {
    case 0, 1:
      shelf.$placed.append(volume)
      placed.append(volume)
    case 2:
      let index = number(placed.count + 1)
      shelf.$placed.insert(volume, at: index)
      placed.insert(volume, at: index)
    case 3:
      shelf.$placed.remove(volume)
      placed.removeAll { $0 === volume }
    case 4 where placed.count > 1:
      let (first, second) = (number(placed.count), number(placed.count))
      shelf.$placed.swapAt(first, second)
      placed.swapAt(first, second)
    case 5:
      shelf.placed.append(volume)
      placed.append(volume)
    case 6 where !placed.isEmpty:
      let index = number(placed.count)
      shelf.placed.remove(at: index)
      placed.remove(at: index)
    case 7:
      placed.shuffle(using: &random)
      shelf.placed = placed
    case 8:
      try scene.database.execute("DELETE FROM placings WHERE tome_id = \(volume.typedID.raw)")
      placed.removeAll { $0 === volume }
    case 9:
      shelf.$volumes.append(volume)
      members.insert(volume.typedID.raw)
    case 10:
      shelf.volumes.removeAll { $0 === volume }
      members.remove(volume.typedID.raw)
    case 11:
      volume.shelf = members.contains(volume.typedID.raw) ? nil : shelf
      members.formSymmetricDifference([volume.typedID.raw])
    default:
      try scene.database.execute("UPDATE tomes SET shelf_id = NULL WHERE id < 'v5'")
      members = members.filter { $0 >= "v5" }
    }
    if number(2) == 0 { compare("after a change") }
  }

  private func compare(_ place: String) {
    let shelf = scene.shelf
    #expect(
      shelf.placed.map(\.typedID.raw) == placed.map(\.typedID.raw),
      "seed \(seed), \(place)"
    )
    #expect(shelf.volumes.map(\.typedID.raw) == members.sorted(), "seed \(seed), \(place)")
    #expect(
      shelf.known.map(\.typedID.raw) == placed.map(\.typedID.raw).sorted(),
      "seed \(seed), \(place)"
    )
  }
}
