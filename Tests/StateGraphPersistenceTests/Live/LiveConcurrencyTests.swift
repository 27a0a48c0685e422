import Synchronization
import TestSupport
import Testing

@testable import StateGraphPersistence

/// Threads that read live queries while another writes.
@Suite struct LiveConcurrencyTests {
  @Test func `the values that a thread reads of one commit are consistent`() throws {
    let seed = TestSeed.current
    let directory = try TemporaryDirectory()
    let scene = try LiveScene(path: directory.file("live.sqlite"))
    let isOver = Atomic<Bool>(false)
    let shared = Self.totals(of: scene)
    let readers = (0..<3).map { index in
      BackgroundThread {
        // This thread evaluates its own node; the shared node is evaluated by the first thread that
        // reads it.
        let own = Self.totals(of: scene)
        while !isOver.load(ordering: .relaxed) {
          let totals = (index == 0 ? shared : own).wrappedValue
          #expect(Set(totals).count == 1, "seed \(seed): \(totals)")
        }
      }
    }
    var random = SeededRandom(seed: seed)
    for _ in 0..<250 { LiveStep.random(&random).perform(on: scene.database) }
    isOver.store(true, ordering: .relaxed)
    for reader in readers { try reader.join() }
    let fresh = try scene.things.query.fetchCount()
    #expect(shared.wrappedValue == Array(repeating: fresh, count: 5), "seed \(seed)")
  }

  @Test func `rows that move while they are read for the first time are in order`() throws {
    let directory = try TemporaryDirectory()
    let scene = try LiveScene(path: directory.file("live.sqlite"))
    for id in 0..<60 {
      try scene.database.execute(
        "INSERT INTO things (id, rank, name, weight) VALUES (\(id), \(id), 'a', 1.0)"
      )
    }
    let isOver = Atomic<Bool>(false)
    let readers = (0..<3).map { index in
      BackgroundThread {
        var count = 0
        while !isOver.load(ordering: .relaxed) {
          count += 1
          // No other thread makes the same query, so no kept rows are shared.
          let query = scene.things.query.where { $0.rank < 1_000 + index }
          let ranks = Computed { _ in
            (try? query.order { $0.rank.ascending }.fetch())?.map { $0.rank ?? -1 } ?? []
          }
          let read = ranks.wrappedValue
          #expect(read == read.sorted() && read.count == 60)
        }
      }
    }
    for step in 0..<400 {
      try scene.database.execute("UPDATE things SET rank = -1 - rank WHERE id % 7 = \(step % 7)")
    }
    isOver.store(true, ordering: .relaxed)
    for reader in readers { try reader.join() }
    #expect(DatabaseGraph.of(scene.database).reads.count(.inconsistent) == 0)
  }

  /// The number of things, counted in five ways.
  private static func totals(of scene: LiveScene) -> Computed<[Int]> {
    let things = scene.things.query
    let bins = scene.bins
    let inX = things.where { $0.bin.label == "x" }.live
    let notInX = things.where { !($0.bin.label == "x") }.order { $0.rank.descending }.live
    return Computed { _ in
      let ofBins = bins.getAll().map(\.things.count).reduce(0, +)
      return [
        (try? things.fetchCount()) ?? -1,
        (try? things.fetch().count) ?? -1,
        ofBins + ((try? things.where { $0.bin == nil }.fetchCount()) ?? -1),
        (try? things.group { $0.bin }.count())?.map(\.value).reduce(0, +) ?? -1,
        inX.wrappedValue.count + notInX.wrappedValue.count,
      ]
    }
  }
}
