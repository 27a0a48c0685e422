import Synchronization
import TestSupport
import Testing

@testable import StateGraphCore

/// The answers of one predicate for many objects. Only answers that may have changed are evaluated.
@Suite(.timeLimit(.minutes(20))) struct PredicateNodeTests {
  let subjects = (0..<10).map { Subject($0) }
  let asked = Recorder<Int>()

  @Test func `only marked predicates are evaluated again`() {
    let predicates = predicates { $0.value.wrappedValue > 0 }
    let all = subjects.map { PredicateNode(of: $0, by: predicates) }
    #expect(asked.elements.isEmpty)
    #expect(all.allSatisfy { !$0.holds() })
    #expect(asked.drain() == Array(0..<10))
    subjects[3].value.wrappedValue = 1
    subjects[3].value.wrappedValue = 2
    #expect(asked.elements.isEmpty)
    #expect(predicates.take().map { $0 === all[3] } == [true])
    #expect(all.map { $0.holds() } == (0..<10).map { $0 == 3 })
    #expect(asked.elements == [3])
    #expect(predicates.drop(1).count == 1)
    #expect(predicates.take().isEmpty)
  }

  @Test
  func `a dependent of the predicates is marked for each change, without their dependencies`() {
    let predicates = predicates { $0.value.wrappedValue > 0 }
    let all = subjects.map { PredicateNode(of: $0, by: predicates) }
    let runs = Recorder<Int>()
    let count = Computed { _ in
      predicates.depend()
      let count = all.count { $0.holds() }
      runs.record(count)
      return count
    }
    #expect(count.wrappedValue == 0)
    for (index, subject) in subjects.enumerated() {
      subject.value.wrappedValue = 1
      #expect(count.wrappedValue == index + 1)
    }
    #expect(count.wrappedValue == 10)
    #expect(runs.elements == Array(0...10))
    let dump = subjects[0].value.dump
    let reached = Set(dump.nodes.map(\.reference.id))
    #expect(reached.contains(predicates.reference.id) && reached.contains(count.reference.id))
  }

  @Test func `a change that a computed node absorbs marks a predicate without evaluating it`() {
    let source = Stored(wrappedValue: 1)
    let parity = Computed { _ in source.wrappedValue % 2 }
    let asked = asked
    let predicates = PredicateNodes(name: "test") { _ in
      asked.record(0)
      return parity.wrappedValue == 1
    }
    let predicate = PredicateNode(of: subjects[0], by: predicates)
    #expect(predicate.holds())
    source.wrappedValue = 3
    #expect(predicate.holds())
    #expect(asked.elements.count == 1)
    source.wrappedValue = 4
    #expect(!predicate.holds())
    #expect(asked.elements.count == 2)
  }

  //  evaluating thread          other thread
  //  run the closure
  //                             evaluate without the cache: false
  //                             set the value: no edge leads to it yet
  //  read the value, true
  //                             must be marked, because the answer differs
  @Test func `an uncached answer is compared again after the evaluation`() throws {
    let (isRunning, mayGoOn) = (Gate(), Gate())
    let isFirst = Atomic(true)
    let value = Stored(wrappedValue: 0)
    let predicates = PredicateNodes(name: "test") { _ in
      if isFirst.exchange(false, ordering: .relaxed) {
        isRunning.open()
        mayGoOn.wait()
      }
      return value.wrappedValue > 0
    }
    let predicate = PredicateNode(of: subjects[0], by: predicates)
    let answer = Computed { _ in
      predicates.depend()
      return predicate.holds()
    }
    let evaluating = BackgroundThread { #expect(predicate.holds()) }
    isRunning.wait()
    #expect(!answer.wrappedValue)
    value.wrappedValue = 1
    mayGoOn.open()
    try evaluating.join()
    #expect(answer.wrappedValue)
    #expect(predicates.take().contains { $0 === predicate })
  }

  @Test func `closed predicates collect no marked predicate`() {
    weak var weakPredicate: PredicateNode?
    let predicates = predicates { $0.value.wrappedValue > 0 }
    do {
      let predicate = PredicateNode(of: subjects[0], by: predicates)
      weakPredicate = predicate
      #expect(!predicate.holds())
      subjects[0].value.wrappedValue = 1
    }
    #expect(weakPredicate != nil)
    predicates.close()
    #expect(weakPredicate == nil)
  }

  @Test func `predicates are correct while threads mark, evaluate and release them`() throws {
    let predicates = predicates { $0.value.wrappedValue > 50 }
    let all = subjects.map { PredicateNode(of: $0, by: predicates) }
    let seed = TestSeed.current
    let threads = (0..<4).map { index in
      BackgroundThread { [subjects] in
        var random = SeededRandom(seed: seed &+ UInt64(index))
        for _ in 0..<2_000 {
          let number = Int.random(in: 0..<10, using: &random)
          switch Int.random(in: 0..<3, using: &random) {
          case 0: subjects[number].value.wrappedValue = Int.random(in: 0..<100, using: &random)
          case 1: _ = all[number].holds()
          default: _ = PredicateNode(of: subjects[number], by: predicates).holds()
          }
        }
      }
    }
    for thread in threads { try thread.join() }
    #expect(
      all.map { $0.holds() } == subjects.map { $0.value.wrappedValue > 50 },
      "repeat with STATEGRAPH_SEED=\(seed)"
    )
  }

  /// Records the subjects that it is called for.
  private func predicates(_ isIncluded: @escaping @Sendable (Subject) -> Bool) -> PredicateNodes {
    PredicateNodes(name: "test") { [asked] subject in
      guard let subject = subject as? Subject else { return false }
      asked.record(subject.number)
      return isIncluded(subject)
    }
  }

  final class Subject: Sendable {
    let number: Int
    let value = Stored(wrappedValue: 0)
    init(_ number: Int) { self.number = number }
  }
}
