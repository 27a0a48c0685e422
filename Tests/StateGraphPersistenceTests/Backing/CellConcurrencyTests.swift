import Glibc
import TestSupport
import Testing

@testable import StateGraphPersistence

@Suite struct CellConcurrencyTests {
  @Test func `sets of many threads are in the file, and no reader sees a torn pair`() async throws {
    let scene = try CellScene()
    let (left, right) = (scene.setting("left", 0), scene.setting("right", 0))
    left.wrappedValue = 1
    right.wrappedValue = 1
    let pair = Computed { _ in [left.wrappedValue, right.wrappedValue] }
    _ = pair.wrappedValue
    let (torn, ends) = (Recorder<[Int]>(), Recorder<[Int]>())
    let subscription = withGraphTracking { pair.onChange { ends.record($0) } }
    await withTaskGroup(of: Void.self) { group in
      for writer in 0..<2 {
        group.addTask {
          for number in 1...150 {
            try? scene.database.write {
              left.wrappedValue = writer * 1_000 + number
              right.wrappedValue = writer * 1_000 + number
              if number % 10 == 0 { throw Stop() }
            }
          }
        }
      }
      for _ in 0..<2 {
        group.addTask {
          for _ in 0..<1_000 {
            let values = pair.wrappedValue
            if values[0] != values[1] { torn.record(values) }
          }
        }
      }
    }
    #expect(torn.elements == [])
    #expect(ends.elements.last == pair.wrappedValue)
    #expect(try scene.stored("left") == .integer(Int64(left.wrappedValue)))
    #expect(try scene.stored("right") == .integer(Int64(right.wrappedValue)))
    #expect(scene.failures.elements.isEmpty)
    subscription.cancel()
  }

  @Test func `nodes that are created and released during other threads' writes are never stale`()
    async throws
  {
    let scene = try CellScene()
    await withTaskGroup(of: Void.self) { group in
      for key in 0..<3 {
        group.addTask {
          for number in 1...100 {
            let node = scene.setting("key \(key)", 0)
            node.wrappedValue = number
            // No other thread sets this key, so the read returns the value that was set.
            #expect(scene.setting("key \(key)", 0).wrappedValue == number)
          }
        }
      }
      group.addTask {
        for number in 0..<300 {
          let name = scene.user("ada", "name", "none")
          let length = Computed { _ in name.wrappedValue.count }
          #expect(length.wrappedValue > 0)
          if number % 3 == 0 { name.wrappedValue = "name \(number)" }
        }
      }
    }
    #expect(scene.failures.elements.isEmpty)
    #expect(scene.cells.count == 0)
    for key in 0..<3 { #expect(scene.setting("key \(key)", 0).wrappedValue == 100) }
  }

  @Test func `a first read that is older than a commit is repeated`() throws {
    let scene = try CellScene()
    // Reading the generated column is slow, so the read begins before the commit and ends after it.
    try scene.database.execute(
      """
      CREATE TABLE slow (
        id INTEGER PRIMARY KEY,
        number INTEGER,
        value AS (number + 0 * length(hex(zeroblob(20000000))))
      )
      """
    )
    try scene.database.execute("INSERT INTO slow (id, number) VALUES (1, 0), (2, 0), (3, 0)")
    let counter = scene.database.statementCounter
    for round in 1...3 {
      let node = Stored(
        wrappedValue: -1,
        backed: .sqlite(table: "slow", column: "value", id: round, in: scene.database)
      )
      let before = counter.readCount
      let reader = BackgroundThread { _ = node.wrappedValue }
      while counter.readCount == before { sched_yield() }
      try scene.database.write {
        try scene.database.execute("UPDATE slow SET number = \(round)")
        // After DDL no row is read again before the COMMIT, so the commit overtakes the reader.
        try scene.database.execute("CREATE TABLE \(table: "round \(round)") (a)")
      }
      try reader.join()
      #expect(node.wrappedValue == round)
    }
  }
}
