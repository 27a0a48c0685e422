import Foundation
import StateGraphThreads
import TestSupport
import Testing

@testable import StateGraphSQLite

/// Random histories of undoable writes in two logs, undos, redos, restarts and other writes, by two
/// databases of one file, on tables whose keys and unique values collide often.
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
        let events = history.log.joined(separator: "\n")
        Issue.record("STATEGRAPH_SEED=\(seed), step \(place): \(problem)\n\(events)")
        return
      }
      counts.merge(history.counts, uniquingKeysWith: +)
    }
    print("\(Self.historyCount) undo histories from seed \(first): \(counts.sorted { $0 < $1 })")
    for event in ["undo", "redo", "conflict", "step", "step rolled back", "restart", "clear"] {
      #expect(counts[event, default: 0] > 0, "seed \(first)")
    }
  }
}

/// One random history with its model: two logs in one file, which two databases write and read.
final class UndoHistory {
  private let scene: UndoScene
  private let stranger: Database
  private var models: [String: UndoModel]
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
    models = [scene.log: UndoModel(limit: limit), "second window": UndoModel(limit: limit)]
  }

  /// Makes one random step. Returns what is wrong after it, or nil.
  func step() throws -> String? {
    scene.clock.withLock { $0 += Int64.random(in: -200...1_200, using: &random) }
    switch Int.random(in: 0..<40, using: &random) {
    case 0, 1: try reopen()
    case 2: try clear()
    case 3...7: try writeOtherwise()
    case 8...17: if let problem = try apply(isUndo: true) { return problem }
    case 18...25: if let problem = try apply(isUndo: false) { return problem }
    default: if let problem = try write() { return problem }
    }
    return try problem()
  }

  private func note(_ event: String, _ text: String = "") {
    counts[event, default: 0] += 1
    log.append(text.isEmpty ? event : "\(event) \(text)")
  }

  /// Chooses the log and the database of the next write, undo or redo. Most choices are the first
  /// log and the first database, so that its known steps are used.
  private func chooseLog() -> (database: Database, log: String, words: String) {
    let isStranger = Int.random(in: 0..<5, using: &random) == 0
    let isSecond = Int.random(in: 0..<5, using: &random) == 0
    return (
      isStranger ? stranger : scene.database, isSecond ? "second window" : scene.log,
      (isStranger ? " elsewhere" : "") + (isSecond ? " in the second log" : "")
    )
  }

  private func reopen() throws {
    let limit = Int.random(in: 1...6, using: &random)
    scene.limit = try UndoLimit(stepCount: limit, byteCount: scene.limit.byteCount)
    for log in models.keys { models[log]?.limit = limit }
    note("restart", "with at most \(limit) steps")
    try scene.reopen()
  }

  private func clear() throws {
    let (database, log, words) = chooseLog()
    try database.clearUndoLog(log)
    models[log]?.clear()
    note("clear", words)
  }

  private func work(in database: Database) -> String {
    var lines: [String] = []
    CollidingTables.work(database, &random, depth: 1, log: &lines)
    return lines.joined(separator: "; ")
  }

  private func writeOtherwise() throws {
    let database = Bool.random(using: &random) ? scene.database : stranger
    var text = ""
    try? database.write { text = work(in: database) }
    note(database === stranger ? "stranger" : "plain", text)
    tables = try CollidingTables.read(scene.database)
  }

  /// The errors that no write of a history may throw.
  private static let unexpected: [DatabaseError.Code] =
    [.corrupt, .schemaMismatch, .schemaTooNew, .tooBig, .undoConflict, .notDurable]

  private func write() throws -> String? {
    stepNumber += 1
    let (database, log, words) = chooseLog()
    let group = [nil, nil, "g", "h"].randomElement(using: &random) ?? nil
    let isRolledBack = Int.random(in: 0..<8, using: &random) == 0
    var text = ""
    let before = tables
    do {
      try scene.recorder("\(stepNumber)", group: group, in: log).write(in: database) {
        text = work(in: database)
        if isRolledBack { throw TestFailure("rolled back") }
      }
    } catch let error as DatabaseError {
      if Self.unexpected.contains(error.code) { return "\(error)" }
      note("step refused")
    } catch is TestFailure {}
    tables = try CollidingTables.read(scene.database)
    let time = scene.clock.withLock { $0 }
    models[log]?.write("\(stepNumber)", group: group, at: time, from: before, to: tables)
    let end = isRolledBack ? " rolled back" : ""
    note("step" + end, "\(stepNumber)\(words) \(group ?? "") \(text)")
    return nil
  }

  private func apply(isUndo: Bool) throws -> String? {
    let (database, log, words) = chooseLog()
    guard let model = models[log] else { return "no log" }
    let expected = model.outcome(isUndo: isUndo, of: tables)
    let result = Result { try database.apply(isUndo ? .undo : .redo, of: log) }
    note(isUndo ? "undo" : "redo", words)
    switch (expected, result) {
    case (.nothing, .success(nil)): return nil
    case (.applied(let after, let name), .success(let actual)):
      guard actual == name else { return "another step, \(actual ?? "none")" }
      models[log]?.apply(isUndo: isUndo)
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
    for (log, model) in models {
      let names = try scene.database.undoNames(of: log)
      guard names == UndoNames(undo: model.undoName, redo: model.redoName) else {
        let expected = "\(model.undoName ?? "-"), \(model.redoName ?? "-")"
        return "expected \(expected) in \(log), but \(names)"
      }
    }
    for (log, model) in models {
      let steps = try scene.database.fetchValues(
        String.self,
        "SELECT name || is_undone FROM stategraph_undo WHERE log = \(log) ORDER BY number"
      )
      let expected =
        model.done.map { $0.name + "0" } + model.undone.reversed().map { $0.name + "1" }
      guard steps == expected else { return "expected \(expected) in \(log), but \(steps)" }
    }
    let broken = try scene.database.rows("PRAGMA foreign_key_check")
    return broken.isEmpty ? nil : "a foreign key is broken"
  }
}
