import SampleDomains
import StateGraphTesting
import TestSupport
import Testing

@testable import StateGraphPersistence
@testable import StateGraphSQLite

@Suite(.database(.social)) struct IdentityMapTests {
  @Test(arguments: [1, 7, 1_000, 5_000])
  func `states come once each, and not in the order of their hashes`(count: Int) throws {
    let entities = (0..<count).map { User(id: "u\($0)", name: "") }
    let store = try SocialDatabase(.current).users
    store.add(entities)
    var map = IdentityMap()
    for entity in entities {
      let state = entity._$entity
      map.insert(state, hash: state.currentImage.keyHash(1), keyCount: 1)
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

  @Test func `an empty identity map has no states`() {
    #expect(IdentityMap().states.isEmpty)
  }

  /// Another thread may release its reference at any time. The `deinit` of a state takes the lock
  /// of its table, so the search must not release the last reference while it holds this lock.
  @Test(arguments: [true, false])
  func `a state may lose its last other reference while a search compares its key`(
    isKey: Bool
  ) throws {
    let store = try SocialDatabase(.current).users
    let user = User(id: "u1", name: "")
    store.add(user)
    let table = try #require(user._$entity.table)
    let reference = try #require(user._$entity.attachedTable)
    let (image, hash) = (user._$entity.currentImage, UInt32(7))
    let search = BackgroundThread {
      var other: EntityState? = EntityState(reference, phase: .attached, image: image)
      table.context.state.withLock { _ = $0.map.insert(other!, hash: hash, keyCount: 1) }
      let found = table.context.state.withLock { table in
        table.map.state(hash) { _ in
          other = nil
          return isKey
        }
      }
      guard (found != nil) == isKey else { throw TestFailure("found: \(found != nil)") }
    }
    do {
      try search.join()
    } catch {
      // The search still holds the lock of the table. The test must not wait for it, so it never
      // releases the objects that take this lock when they end.
      for object in [store, user] as [AnyObject] { _ = Unmanaged.passRetained(object) }
      throw error
    }
    #expect(table.context.state.withLock { $0.map.compared.isEmpty })
  }
}
