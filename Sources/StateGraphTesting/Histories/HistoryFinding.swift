import StateGraphFixtures
import StateGraphPersistence

/// A failed history in its shortest form, with the rows that it needs. ``message(_:)`` makes the
/// text for the developer.
struct HistoryFinding {
  /// The steps and the failure of the shortened history.
  let outcome: HistoryRun.Outcome
  /// The rows that the database needs before the first step, as the text of fixture files, or nil
  /// if the rows could not be read.
  let data: String?
  private let databaseSeed: UInt64

  /// What repeats the failure.
  var history: RecordedHistory {
    RecordedHistory(databaseSeed: databaseSeed, steps: outcome.steps)
  }

  /// Shortens a failed history, and after that removes the rows that it does not need.
  init(_ failed: HistoryRun.Outcome, run: HistoryRun) throws {
    var shrinker = HistoryShrinker(failed) { try run.outcome(of: .recorded($0)) }
    try shrinker.shrink()
    outcome = shrinker.best
    databaseSeed = run.databaseSeed
    data = try? Self.smallestData(outcome, run: run)
  }

  private static func smallestData(
    _ outcome: HistoryRun.Outcome,
    run: HistoryRun
  ) throws -> String {
    let opened = try DatabaseCase(run.fixture, in: .file, configuration: .init())
    defer { _ = opened.endBlocking() }
    let printer = opened.clone.template.printer
    let rows = try RowReduction.rows(of: opened.clone.database, printer.schema)
    let reduction = RowReduction.reduction(of: rows) { candidate in
      let other = try? run.outcome(of: .recorded(outcome.steps), without: candidate)
      // Without the rows, the same steps must have the same results and the same failure, because
      // the message shows them.
      return other?.failure?.kind == outcome.failure?.kind
        && other?.descriptions == outcome.descriptions
    }
    try reduction.apply(to: opened.clone.database)
    return try FixtureText(printer).text(of: opened.clone.database)
  }

  /// Returns the message with which the test fails.
  ///
  /// - Parameter origin: How the history was found, such as `case 3 of STATEGRAPH_SEED=42`.
  func message(_ origin: String) -> String {
    let failure = outcome.failure
    let stepCount = outcome.steps.count == 1 ? "1 step" : "\(outcome.steps.count) steps"
    var lines = [
      "A history breaks \(failure?.kind ?? "a rule"), after \(stepCount): "
        + (failure?.details ?? "")
    ]
    for (number, step) in outcome.descriptions.enumerated() {
      lines.append("  \(number + 1). \(step)")
    }
    if let data { lines += ["The rows that it needs:", data] }
    lines.append(
      "Found by \(origin). The next run begins with it. This code repeats it: "
        + ".replaying(\"\(history.text)\")"
    )
    return lines.joined(separator: "\n")
  }
}
