import SampleDomains
import TestSupport
import Testing

@testable import StateGraphPersistence
@testable import StateGraphSQLite

@Suite struct IdentityMapTests {
  @Test(arguments: [1, 7, 1_000, 5_000])
  func `states come once each, and not in the order of their hashes`(count: Int) throws {
    let entities = (0..<count).map { User(id: "u\($0)", name: "") }
    let store = try SocialDatabase().users
    store.add(entities)
    var map = IdentityMap()
    for entity in entities {
      let state = entity._$entity
      map.insert(state, state.currentImage.keyHash(1), keyCount: 1)
    }
    let states = map.states
    #expect(Set(states.map(ObjectIdentifier.init)).count == count)
    guard count >= 1_000 else { return }
    // Another map that gets these states is filled evenly from the first tenth on.
    var quarters = [0, 0, 0, 0]
    for state in states.prefix(count / 10) {
      quarters[Int(state.currentImage.keyHash(1) >> 30)] += 1
    }
    #expect(quarters.allSatisfy { $0 > count / 80 }, "\(quarters)")
  }

  @Test func `a map of no states has none`() {
    #expect(IdentityMap().states.isEmpty)
  }
}
