import Dispatch
import StateGraphPersistence
import TestSupport
import Testing

@Entity(id: Int.self, keys: .database)
final class Abacus {
  @GraphStored var count: Int = 0
  @GraphStored var observed: Int = 0 { didSet { if observed < 0 { observed = 0 } } }
  @GraphStored @Column(.json) var words: [String] = []
  @GraphComputed(inverse: \Bead.abacus) var beads: [Bead]
  @GraphComputed(through: AbacusBead.self, order: \AbacusBead.position) var ordered: [Bead]
}

@Entity(id: Int.self, keys: .database)
final class Bead { @GraphStored var abacus: Abacus? }

@Entity(id: CompositeKey<Int, Int>.self, key: "abacus_id", "bead_id")
final class AbacusBead {
  @GraphStored var abacus: Abacus
  @GraphStored var bead: Bead
  @GraphStored var position: Int?
}

/// Changes of properties in place, by several threads.
@Suite struct ChangeInPlaceTests {
  let directory: TemporaryDirectory
  let database: Database
  let abaci: EntityStore<Abacus>
  let beads: EntityStore<Bead>
  let abacus = Abacus()
  let failures = Recorder<any Error>()

  init() throws {
    directory = try TemporaryDirectory()
    var configuration = Database.Configuration()
    configuration.onWriteFailure = { [failures] in failures.record($0) }
    database = try Database(path: directory.file("abaci"), configuration: configuration)
    try database.createTables(for: Abacus.self, Bead.self, AbacusBead.self)
    abaci = try EntityStore<Abacus>(database)
    beads = try EntityStore<Bead>(database)
    abaci.add(abacus)
  }

  private func onThreads(_ body: @Sendable (_ number: Int) -> Void) {
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      for step in 0..<20 { body(thread * 20 + step) }
    }
  }

  @Test func `every change of a property by several threads is kept`() {
    onThreads { [abacus] number in
      abacus.count += 1
      abacus.$count.wrappedValue += 1
      abacus.observed += 1
      abacus.words.append("\(number)")
    }
    #expect([abacus.count, abacus.observed] == [160, 80])
    #expect(Set(abacus.words).count == 80)
    #expect(failures.elements.isEmpty)
  }

  @Test func `changes inside writes and outside are kept`() {
    onThreads { [abacus, database] number in
      if number % 2 == 0 {
        abacus.count += 1
      } else {
        try? database.write { abacus.count += 1 }
      }
    }
    #expect(abacus.count == 80)
  }

  @Test func `every change of a relationship by several threads is kept`() throws {
    let made = (0..<80).map { _ in Bead(abacus: nil) }
    beads.add(made)
    onThreads { [abacus] number in
      abacus.beads.append(made[number])
      abacus.ordered.append(made[number])
    }
    #expect(abacus.beads.count == 80)
    #expect(abacus.ordered.count == 80)
    #expect(failures.elements.isEmpty)
  }

  @Test func `every change by another connection of the file is kept`() throws {
    let other = try Database(path: directory.file("abaci"))
    let others = try EntityStore<Abacus>(other)
    let same = try #require(others.get(by: abacus.typedID))
    for number in 0..<50 {
      abacus.count += 1
      same.count += 1
      abacus.words.append("\(number)")
      same.words.append("\(-number)")
    }
    onThreads { [abacus] number in
      if number % 2 == 0 { abacus.count += 1 } else { same.count += 1 }
    }
    try database.catchUp()
    #expect(abacus.count == 180)
    #expect(abacus.words.count == 100)
    #expect(failures.elements.isEmpty)
  }

  @Test func `a change without a write lets other connections write, and calls observers`() throws {
    let other = try Database(path: directory.file("abaci"))
    let same = try #require(try EntityStore<Abacus>(other).get(by: abacus.typedID))
    let seen = Recorder<Int>()
    let subscription = withGraphTracking { abacus.$count.onChange { seen.record($0) } }
    same.count = 3
    abacus.observed += 0
    same.count += 1
    try database.catchUp()
    #expect(seen.elements.last == 4)
    subscription.cancel()
  }

  @Test func `a change that ends with the old value writes nothing, and lets others write`() throws
  {
    let before = database.statementCounts
    abacus.count += 0
    #expect((database.statementCounts - before).writes == 0)
    try withThread { [abacus] in abacus.count = 7 }
    #expect(abacus.count == 7)
  }

  @Test func `a change that throws keeps what it has changed, and lets others write`() throws {
    func fail(_ count: inout Int) throws {
      count = 5
      throw CancellationError()
    }
    #expect(throws: CancellationError.self) { try fail(&abacus.count) }
    #expect(abacus.count == 5)
    try withThread { [abacus] in abacus.count += 1 }
    #expect(abacus.count == 6)
  }

  @Test func `a change that awaits may end on another thread`() async {
    func change(_ count: inout Int) async {
      await Task.detached {}.value
      count += 1
    }
    for _ in 0..<20 { await change(&abacus.count) }
    #expect(abacus.count == 20)
    try? withThread { [abacus] in abacus.count = 1 }
    #expect(abacus.count == 1)
    #expect(failures.elements.isEmpty)
  }

  @Test func `the code of a change may read and write the database`() throws {
    func change(_ count: inout Int) {
      count += abaci.count
      abacus.observed = 3
      try? database.write { abacus.words = ["x"] }
    }
    change(&abacus.count)
    swap(&abacus.count, &abacus.observed)
    #expect([abacus.count, abacus.observed] == [3, 1])
    #expect(abacus.words == ["x"])
    #expect(failures.elements.isEmpty)
  }

  @Test func `an observer runs once for each change in place`() {
    abacus.observed -= 4
    #expect(abacus.observed == 0)
  }

  @Test func `an entity without a row changes in memory`() {
    let new = Abacus()
    new.count += 2
    new.beads.append(Bead(abacus: nil))
    #expect(new.count == 2)
    #expect(new.beads.count == 1)
  }

  @Test func `a change inside a snapshot is refused`() throws {
    try database.read { abacus.count += 1 }
    #expect(failures.drain().count == 1)
    #expect(abacus.count == 0)
    abacus.count += 1
    #expect(abacus.count == 1)
  }
}
