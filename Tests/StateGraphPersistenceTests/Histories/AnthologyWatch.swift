import Foundation
import StateGraphPersistence
import TestSupport

/// Observed nodes over the rows of a history, each with plain SQL for the same rows.
///
/// An observer is called once for each commit that changes its rows, and not for another commit.
final class AnthologyWatch {
  private struct Watched {
    let question: AnthologyQuestion
    let node: Computed<AnthologyWorld.Rows>
    let told = ToldRows()
    var last: AnthologyWorld.Rows?
  }

  private var watched: [Watched]
  private let subscription: AnyCancellable

  init(_ stores: AnthologyStores, _ database: Database, seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    watched = try AnthologyQuestion.some(stores, database, &random).map { question in
      Watched(question: question, node: Computed { _ in question.answer() })
    }
    subscription = withGraphTracking { [watched] in
      for one in watched { one.node.onChange { [told = one.told] in told.record($0) } }
    }
    for one in watched { _ = one.told.drain(atLeast: 0) }
    for index in watched.indices { watched[index].last = watched[index].node.wrappedValue }
  }

  func stop() { subscription.cancel() }

  func problemsAfterCommit(_ rows: (SQL) throws -> AnthologyWorld.Rows) throws -> [String] {
    var problems: [String] = []
    for index in watched.indices {
      let (question, node) = (watched[index].question, watched[index].node)
      let expected = try question.expected(rows)
      let kept = node.wrappedValue
      let fresh = question.answer()
      if kept != expected {
        problems.append("\(question.name) is \(kept.script), not \(expected.script)")
      }
      if fresh != expected {
        problems.append("fresh, \(question.name) is \(fresh.script), not \(expected.script)")
      }
      let last = watched[index].last
      let count = last == nil || last == kept ? 0 : 1
      let told = watched[index].told.drain(atLeast: count)
      if let last {
        if told.count != count || told.last.map({ $0 != kept }) ?? false {
          problems.append(
            "\(question.name) was told \(told.map(\.script)), was \(last.script), is \(kept.script)"
          )
        }
      }
      watched[index].last = kept
    }
    return problems
  }

  /// Compares the nodes, and new reads, with the rows of the open write.
  func problemsInside(_ rows: (SQL) throws -> AnthologyWorld.Rows) throws -> [String] {
    try watched.flatMap { one -> [String] in
      let expected = try one.question.expected(rows)
      return [("", one.node.wrappedValue), ("fresh, ", one.question.answer())]
        .filter { $0.1 != expected }
        .map {
          "inside a write, \($0.0)\(one.question.name) is \($0.1.script), not \(expected.script)"
        }
    }
  }
}

/// The rows that an observer was given.
///
/// If the thread that watches the file has published a commit of another program, it may still be
/// calling observers when `catchUp` returns. A comparison therefore waits for the calls that it
/// expects.
private final class ToldRows: Sendable {
  private let condition = NSCondition()
  private let rows = Recorder<AnthologyWorld.Rows>()

  func record(_ rows: AnthologyWorld.Rows) {
    condition.withLock {
      self.rows.record(rows)
      condition.broadcast()
    }
  }

  /// Removes and returns the rows of all calls. Waits up to two minutes for `count` calls.
  func drain(atLeast count: Int) -> [AnthologyWorld.Rows] {
    let deadline = Date().addingTimeInterval(min(120, TestDeadline.seconds))
    return condition.withLock {
      while rows.elements.count < count {
        if !condition.wait(until: deadline) { break }
      }
      return rows.drain()
    }
  }
}
