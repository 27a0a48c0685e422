import Foundation
import StateGraphThreads
import TestSupport
import Testing

@testable import StateGraphSQLite

/// Random histories of undoable writes, undos, redos, restarts and other writes, on tables whose
/// keys and unique values collide often.
///
/// `STATEGRAPH_OPERATIONS` is the number of histories: 1,000 is the full size. `STATEGRAPH_SEED`
/// repeats a history.
@Suite struct UndoHistoryTests {
  private static let historyCount =
    ProcessInfo.processInfo.environment["STATEGRAPH_OPERATIONS"].flatMap(Int.init) ?? 40

  @Test func `after every step of a history the file equals the model`() throws {
    let first = TestSeed.current
    var counts: [String: Int] = [:]
    for seed in first..<first + UInt64(Self.historyCount) {
      let history = try UndoHistory(seed: seed)
      for place in 0..<40 {
        let problem = try history.step()
        guard let problem else { continue }
        Issue.record(
          "STATEGRAPH_SEED=\(seed), step \(place): \(problem)\n\(history.log.joined(separator: "\n"))"
        )
        return
      }
      counts.merge(history.counts, uniquingKeysWith: +)
    }
    print("\(Self.historyCount) undo histories from seed \(first): \(counts.sorted { $0 < $1 })")
    for event in ["undo", "redo", "conflict", "step"] {
      #expect(counts[event, default: 0] > 0, "seed \(first)")
    }
  }
}

/// One random history with its model.
final class UndoHistory {
  private let scene: UndoScene
  private let stranger: Database
  private var model: UndoModel
  private var random: SeededRandom
  private var tables: UndoModel.Tables = [:]
  private var stepNumber = 0
  private(set) var log: [String] = []
  private(set) var counts: [String: Int] = [:]

  init(seed: UInt64) throws {
    random = SeededRandom(seed: seed)
    let limit = Int.random(in: 1...6, using: &random)
    scene = try UndoScene(CollidingTables.schema, stepLimit: limit)
    stranger = try Database(path: scene.path)
    model = UndoModel(limit: limit)
  }

  /// Makes one random step. Returns what is wrong after it, or nil.
  func step() throws -> String? {
    scene.clock.withLock { $0 += Int64.random(in: -200...1_200, using: &random) }
    switch Int.random(in: 0..<20, using: &random) {
    case 0: try reopen()
    case 1, 2, 3: try writeElsewhere()
    case 4...8: if let problem = try apply(isUndo: true) { return problem }
    case 9...12: if let problem = try apply(isUndo: false) { return problem }
    default: try write()
    }
    return try problem()
  }

  private func note(_ event: String, _ text: String = "") {
    counts[event, default: 0] += 1
    log.append(text.isEmpty ? event : "\(event) \(text)")
  }

  private func reopen() throws {
    note("restart")
    try scene.reopen()
  }

  private func work(in database: Database) -> String {
    var lines: [String] = []
    CollidingTables.work(database, &random, depth: 1, log: &lines)
    return lines.joined(separator: "; ")
  }

  private func writeElsewhere() throws {
    let database = Bool.random(using: &random) ? scene.database : stranger
    var text = ""
    try? database.write { text = work(in: database) }
    note(database === stranger ? "stranger" : "plain", text)
    tables = try CollidingTables.read(scene.database)
  }

  private func write() throws {
    stepNumber += 1
    let group = [nil, nil, "g", "h"].randomElement(using: &random) ?? nil
    var text = ""
    let before = tables
    try? scene.recorder("\(stepNumber)", group: group).write(in: scene.database) {
      text = work(in: scene.database)
    }
    tables = try CollidingTables.read(scene.database)
    let time = scene.clock.withLock { $0 }
    model.write("\(stepNumber)", group: group, at: time, from: before, to: tables)
    note("step", "\(stepNumber) \(group ?? "") \(text)")
  }

  private func apply(isUndo: Bool) throws -> String? {
    let expected = model.outcome(isUndo: isUndo, of: tables)
    let result = Result { try isUndo ? scene.undo() : scene.redo() }
    note(isUndo ? "undo" : "redo")
    switch (expected, result) {
    case (.nothing, .success(nil)): return nil
    case (.applied(let after, let name), .success(let actual)):
      guard actual == name else { return "another step, \(actual ?? "none")" }
      model.apply(isUndo: isUndo)
      tables = after
      return nil
    case (.conflict, .failure(DatabaseError.Code.undoConflict)): note("conflict")
    case (.constraint, .failure(DatabaseError.Code.constraint)): note("constraint")
    default: return "expected \(expected), but \(result)"
    }
    return nil
  }

  private func problem() throws -> String? {
    let actual = try CollidingTables.read(scene.database)
    guard actual.isIdentical(to: tables) else { return "expected \(tables), but \(actual)" }
    let names = try scene.names
    guard names == UndoNames(undo: model.undoName, redo: model.redoName) else {
      return "expected \(model.undoName ?? "-"), \(model.redoName ?? "-"), but \(names)"
    }
    let count = try scene.stepCount
    guard count == model.done.count + model.undone.count else { return "\(count) steps" }
    let broken = try scene.database.rows("PRAGMA foreign_key_check")
    return broken.isEmpty ? nil : "a foreign key is broken"
  }
}
