import Synchronization
import TestSupport
import Testing

@testable import StateGraph

/// Verdicts: many answers of one closure, of which only those are looked at that may have changed.
@Suite(.timeLimit(.minutes(10))) struct VerdictTests {
  let subjects = (0..<10).map { Subject($0) }
  let asked = Recorder<Int>()

  @Test func `only what was marked is taken, and asked again`() {
    let verdicts = verdicts { $0.value.wrappedValue > 0 }
    let all = subjects.map { Verdict(of: $0, by: verdicts) }
    #expect(asked.elements.isEmpty)
    #expect(all.allSatisfy { !$0.holds() })
    #expect(asked.drain() == Array(0..<10))
    subjects[3].value.wrappedValue = 1
    subjects[3].value.wrappedValue = 2
    #expect(asked.elements.isEmpty)
    #expect(verdicts.take().map { $0 === all[3] } == [true])
    #expect(all.map { $0.holds() } == (0..<10).map { $0 == 3 })
    #expect(asked.elements == [3])
    #expect(verdicts.drop(1).count == 1)
    #expect(verdicts.take().isEmpty)
  }

  @Test func `who depends on the verdicts hears of each, and depends on nothing they read`() {
    let verdicts = verdicts { $0.value.wrappedValue > 0 }
    let all = subjects.map { Verdict(of: $0, by: verdicts) }
    let runs = Recorder<Int>()
    let count = Computed { _ in
      verdicts.depend()
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
    #expect(reached.contains(verdicts.reference.id) && reached.contains(count.reference.id))
  }

  @Test func `what a computed node hides from a verdict marks it and asks nothing`() {
    let source = Stored(wrappedValue: 1)
    let parity = Computed { _ in source.wrappedValue % 2 }
    let asked = asked
    let verdicts = Verdicts(name: "test") { _ in
      asked.record(0)
      return parity.wrappedValue == 1
    }
    let verdict = Verdict(of: subjects[0], by: verdicts)
    #expect(verdict.holds())
    source.wrappedValue = 3
    #expect(verdict.holds())
    #expect(asked.elements.count == 1)
    source.wrappedValue = 4
    #expect(!verdict.holds())
    #expect(asked.elements.count == 2)
  }

  //  evaluating thread          other thread
  //  run the closure
  //                             answer for itself: false
  //                             set the value: nobody has an edge to it yet
  //  read the value, true
  //                             must hear that there is another answer
  @Test func `an answer that was given beside an evaluation is looked at again`() throws {
    let (isRunning, mayGoOn) = (Gate(), Gate())
    let isFirst = Atomic(true)
    let value = Stored(wrappedValue: 0)
    let verdicts = Verdicts(name: "test") { _ in
      if isFirst.exchange(false, ordering: .relaxed) {
        isRunning.open()
        mayGoOn.wait()
      }
      return value.wrappedValue > 0
    }
    let verdict = Verdict(of: subjects[0], by: verdicts)
    let answer = Computed { _ in
      verdicts.depend()
      return verdict.holds()
    }
    let evaluating = BackgroundThread { #expect(verdict.holds()) }
    isRunning.wait()
    #expect(!answer.wrappedValue)
    value.wrappedValue = 1
    mayGoOn.open()
    try evaluating.join()
    #expect(answer.wrappedValue)
    #expect(verdicts.take().contains { $0 === verdict })
  }

  @Test func `closed verdicts keep none that are marked`() {
    weak var weakVerdict: Verdict?
    let verdicts = verdicts { $0.value.wrappedValue > 0 }
    do {
      let verdict = Verdict(of: subjects[0], by: verdicts)
      weakVerdict = verdict
      #expect(!verdict.holds())
      subjects[0].value.wrappedValue = 1
    }
    #expect(weakVerdict != nil)
    verdicts.close()
    #expect(weakVerdict == nil)
  }

  @Test func `threads that mark, ask and let go of verdicts get the right answers`() throws {
    let verdicts = verdicts { $0.value.wrappedValue > 50 }
    let all = subjects.map { Verdict(of: $0, by: verdicts) }
    let seed = TestSeed.current
    let threads = (0..<4).map { index in
      BackgroundThread { [subjects] in
        var random = SeededRandom(seed: seed &+ UInt64(index))
        for _ in 0..<2_000 {
          let number = Int.random(in: 0..<10, using: &random)
          switch Int.random(in: 0..<3, using: &random) {
          case 0: subjects[number].value.wrappedValue = Int.random(in: 0..<100, using: &random)
          case 1: _ = all[number].holds()
          default: _ = Verdict(of: subjects[number], by: verdicts).holds()
          }
        }
      }
    }
    for thread in threads { try thread.join() }
    #expect(
      all.map { $0.holds() } == subjects.map { $0.value.wrappedValue > 50 },
      "seed \(seed)"
    )
  }

  /// Notes what it asks about.
  private func verdicts(_ isIncluded: @escaping @Sendable (Subject) -> Bool) -> Verdicts {
    Verdicts(name: "test") { [asked] subject in
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
