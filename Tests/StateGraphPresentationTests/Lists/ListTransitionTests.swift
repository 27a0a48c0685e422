import StateGraphPresentation
import TestSupport
import Testing

/// The list that a toolkit has, if it applies each announced change to the one before.
private struct MirroredList {
  private let old: ArrayRows<Int, Int>
  private let new: ArrayRows<Int, Int>
  private(set) var way: ListTransition
  private(set) var elements: [Int]

  init(from old: [Int], to new: [Int], isReplacement: Bool = false) {
    self.old = ArrayRows(old, id: { $0 })
    self.new = ArrayRows(new, id: { $0 })
    way = ListTransition(
      from: old.count,
      to: new.count,
      by: isReplacement ? nil : self.new.steps(from: self.old)
    )
    elements = old
  }

  /// The rows that a model answers with.
  var answers: [Int] {
    (0..<way.count).map { position in
      switch way.place(of: position) {
      case .old(let position): old.elements[position]
      case .new(let position): new.elements[position]
      }
    }
  }

  /// Announces the next change, and applies it.
  mutating func announceNext() -> ListChange {
    let change = way.announceNext()
    elements.removeSubrange(change.position..<(change.position + change.removed))
    let inserted = answers[change.position..<(change.position + change.added)]
    elements.insert(contentsOf: inserted, at: change.position)
    return change
  }

  /// Announces all changes. Returns them.
  mutating func announceAll() -> [ListChange] {
    way.changes.indices.map { _ in announceNext() }
  }
}

@Suite struct ListTransitionTests {
  @Test func `removals come from the end and insertions from the beginning`() {
    var list = MirroredList(from: [0, 1, 2, 3, 4, 5, 6], to: [8, 0, 3, 9, 10, 6])
    #expect(
      list.announceAll() == [
        ListChange(position: 4, removed: 2, added: 0),
        ListChange(position: 1, removed: 2, added: 0),
        ListChange(position: 0, removed: 0, added: 1),
        ListChange(position: 3, removed: 0, added: 2),
      ]
    )
    #expect(list.elements == [8, 0, 3, 9, 10, 6])
  }

  @Test func `equal rows announce nothing`() {
    #expect(MirroredList(from: [1, 2, 3], to: [1, 2, 3]).way.changes == [])
    #expect(MirroredList(from: [], to: [], isReplacement: true).way.changes == [])
  }

  @Test func `a replacement removes all rows and then inserts all rows`() {
    var list = MirroredList(from: [1, 2, 3], to: [4, 5], isReplacement: true)
    #expect(list.answers == [1, 2, 3])
    #expect(list.announceNext() == ListChange(position: 0, removed: 3, added: 0))
    #expect(list.answers == [])
    #expect(list.announceNext() == ListChange(position: 0, removed: 0, added: 2))
    #expect(list.answers == [4, 5])
  }

  @Test func `a replacement of or by no rows is one change`() {
    #expect(
      MirroredList(from: [1], to: [], isReplacement: true).way.changes
        == [ListChange(position: 0, removed: 1, added: 0)]
    )
    #expect(
      MirroredList(from: [], to: [1], isReplacement: true).way.changes
        == [ListChange(position: 0, removed: 0, added: 1)]
    )
  }

  @Test(arguments: [(1_000, false), (1_001, true)])
  func `many runs are replaced by two changes`(runs: Int, isReplacement: Bool) {
    let way = ListTransition(
      from: 3_000,
      to: 3_000 - runs,
      by: ListSteps(removals: (0..<runs).map { $0 * 2 }, insertions: [])
    )
    #expect(way.isReplacement == isReplacement)
    #expect(way.changes.count == (isReplacement ? 2 : runs))
  }

  @Test func `steps that do not fit the counts replace the rows`() {
    let way = ListTransition(from: 3, to: 5, by: ListSteps(removals: [0], insertions: [1]))
    #expect(way.isReplacement)
  }

  @Test func `a model answers as of the announced changes between 10,000 random ones`() throws {
    var random = SeededRandom(seed: TestSeed.current)
    for _ in 0..<10_000 {
      let old = Array(0..<Int.random(in: 0...20, using: &random)).shuffled(using: &random)
      var (new, inserted) = (old, 100)
      for _ in 0..<Int.random(in: 0...6, using: &random) {
        switch Int.random(in: 0..<3, using: &random) {
        case 0 where !new.isEmpty: new.remove(at: .random(in: new.indices, using: &random))
        case 1 where new.count > 1:
          new.swapAt(
            .random(in: new.indices, using: &random),
            .random(in: new.indices, using: &random)
          )
        default:
          // A list shows a row once, so that equal numbers would be one row.
          inserted += 1
          new.insert(inserted, at: .random(in: 0...new.count, using: &random))
        }
      }
      var list = MirroredList(from: old, to: new)
      try #require(list.answers == old, "seed \(TestSeed.current)")
      for _ in list.way.changes.indices {
        _ = list.announceNext()
        try #require(list.answers == list.elements, "seed \(TestSeed.current)")
      }
      try #require(list.elements == new, "seed \(TestSeed.current)")
    }
  }
}
