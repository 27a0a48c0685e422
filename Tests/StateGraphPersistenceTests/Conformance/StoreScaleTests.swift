import SampleDomains
import StateGraphPersistence
import TestSupport
import Testing

/// Ten thousand entities, and four threads.
@Suite struct StoreScaleTests {
  static let count = 10_000

  @Test(arguments: StoreKind.allCases)
  func `ten thousand entities are added, found, changed and deleted`(kind: StoreKind) throws {
    let scene = try StoreScene(kind)
    let users = scene.users
    let seen = Recorder<Int>()
    let subscription = withGraphTracking {
      Computed { _ in users.count }.onChange { seen.record($0) }
    }
    users.add((0..<Self.count).map { User(id: "\($0)", name: "\($0 % 7)") })
    #expect(users.count == Self.count)
    #expect(Set(users.getAll().ids).count == Self.count)
    #expect(users.filter { $0.name == "3" }.count == (Self.count + 3) / 7)
    for number in stride(from: 0, to: Self.count, by: 501) {
      #expect(users.get(by: .init("\(number)"))?.name == "\(number % 7)")
    }
    try scene.batch {
      for user in users.getAll() where user.name == "3" { user.name = "three" }
    }
    #expect(users.filter { $0.name == "three" }.count == (Self.count + 3) / 7)
    try scene.batch {
      for number in 0..<Self.count where number % 2 == 0 { users.delete(.init("\(number)")) }
    }
    #expect(users.count == Self.count / 2)
    #expect(users.getAll().allSatisfy { Int($0.typedID.raw).map { $0 % 2 == 1 } == true })
    #expect(seen.elements == [0, Self.count, Self.count / 2])
    #expect(scene.failures.elements.isEmpty)
    subscription.cancel()
  }

  @Test(arguments: StoreKind.allCases)
  func `four threads add, change, read and delete, and nothing is lost`(kind: StoreKind)
    async throws
  {
    let scene = try StoreScene(kind)
    let users = scene.users
    let total = Computed { _ in users.count }
    let changes = Recorder<Int>()
    let subscription = withGraphTracking { total.onChange { changes.record($0) } }
    await withTaskGroup(of: Void.self) { group in
      for thread in 0..<4 {
        group.addTask {
          for number in 0..<60 {
            let id = "\(thread)-\(number)"
            users.add(User(id: id, name: "new"))
            users.get(by: .init(id))?.name = id
            users.modify(.init(id)) { $0.bio = "b" }
            if number % 3 == 0 { users.delete(.init(id)) }
            _ = users.filter { $0.name == id }.count
            _ = total.wrappedValue
          }
        }
      }
    }
    #expect(users.count == 4 * 40)
    for user in users.getAll() {
      #expect(user.name == user.typedID.raw)
      #expect(user.bio == "b")
      #expect(users.get(by: user.typedID) === user)
    }
    #expect(total.wrappedValue == 160)
    #expect(changes.elements.last == 160)
    #expect(scene.failures.elements.isEmpty)
    subscription.cancel()
  }

  @Test(arguments: StoreKind.allCases)
  func `four threads that replace one entity end with one of theirs`(kind: StoreKind)
    async throws
  {
    let scene = try StoreScene(kind)
    let users = scene.users
    let name = Computed { _ in users.get(by: "ada")?.name }
    let objects = (0..<4).map { thread in
      (0..<25).map { User(id: "ada", name: "\(thread)-\($0)") }
    }
    await withTaskGroup(of: Void.self) { group in
      for thread in 0..<4 {
        group.addTask {
          for object in objects[thread] {
            users.add(object)
            _ = name.wrappedValue
          }
        }
      }
    }
    let last = try #require(users.get(by: "ada"))
    #expect(objects.contains { $0.last === last })
    #expect(name.wrappedValue == last.name)
    #expect(users.getAll().count == 1)
    #expect(scene.failures.elements.isEmpty)
  }
}
