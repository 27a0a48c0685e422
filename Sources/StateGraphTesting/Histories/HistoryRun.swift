import StateGraphFixtures
import StateGraphPersistence
import Testing

/// Runs histories of one ``History``, each on a new copy of its fixture.
struct HistoryRun {
  typealias Rule = (name: String, body: @Sendable (TestDatabase, HistoryDraw) throws -> Void)
  typealias Invariant = (name: String, body: @Sendable (TestDatabase) throws -> Bool)

  /// Where the steps of a history come from: random decisions, or the record of an earlier history.
  enum Source {
    case random(seed: UInt64, count: Int)
    case recorded([RecordedStep])
  }

  /// The steps of a history that has run, and its failure.
  struct Outcome {
    /// The steps that ran, including a failing last one. A step whose rule threw ``HistorySkip`` is
    /// left out.
    var steps: [RecordedStep] = []
    /// One element for each of `steps`: the rule and its decisions with their results, as text for
    /// the developer.
    var descriptions: [String] = []
    /// What is wrong after the last step. It is nil if everything is correct.
    var failure: Failure?
  }

  struct Failure {
    /// What failed, such as `the invariant "ledger adds up"`. A shortened history must have a
    /// failure of the same kind.
    let kind: String
    let details: String
  }

  let fixture: TestFixture
  let rules: [Rule]
  let invariants: [Invariant]
  let own: OwnValues
  /// The seed of the random numbers of SQL. A shortened or repeated history has the seed of the
  /// original one.
  var databaseSeed: UInt64 = 0

  /// Runs one history until its end or its first failure.
  ///
  /// - Parameters:
  ///   - source: Where the steps come from.
  ///   - reduction: The rows that are deleted before the first step.
  /// - Throws: The errors of the fixture, and of the deletion. A failure of the history is a part
  ///   of the result.
  func outcome(of source: Source, without reduction: RowReduction? = nil) throws -> Outcome {
    let settings = try EnvironmentSettings(seed: databaseSeed, time: nil)
    let opened = try DatabaseCase(fixture, in: .file, configuration: .init(), settings: settings)
    var outcome = Outcome()
    do {
      try TestDatabase.$boundCase.withValue(opened) {
        try ExpectationFailure.$isThrown.withValue(true) {
          let database = TestDatabase(opened)
          try reduction?.apply(to: database.database)
          try run(source, database: database, outcome: &outcome)
        }
      }
    } catch {
      _ = opened.endBlocking()
      throw error
    }
    let problems = opened.endBlocking()
    if outcome.failure == nil, let problem = problems.first {
      outcome.failure = Failure(kind: "the end of the test", details: problem)
    }
    return outcome
  }

  private func run(_ source: Source, database: TestDatabase, outcome: inout Outcome) throws {
    let live = LiveChecks()
    outcome.failure = try failure(database, live: live)
    switch source {
    case .recorded(let steps):
      for step in steps where outcome.failure == nil {
        guard let rule = rules.first(where: { $0.name == step.rule }) else { continue }
        try run(
          rule,
          choices: ChoiceSequence(replaying: step.choices),
          database: database,
          live: live,
          outcome: &outcome
        )
      }
    case .random(let seed, let count):
      let choices = ChoiceSequence(seed: seed)
      for number in 0..<UInt64(count) where outcome.failure == nil {
        guard let rule = choices.element(of: rules) else { return }
        let seed = ChoiceSequence.mixed(seed &+ number)
        let decisions = ChoiceSequence(seed: seed, isRecording: true)
        try run(rule, choices: decisions, database: database, live: live, outcome: &outcome)
      }
    }
  }

  private func run(
    _ rule: Rule,
    choices: ChoiceSequence,
    database: TestDatabase,
    live: LiveChecks,
    outcome: inout Outcome
  ) throws {
    let draw = HistoryDraw(choices, database: database, live: live, own: own)
    var failure: Failure?
    do {
      try IssueCollector.run { try rule.body(database, draw) }
    } catch is HistorySkip {
      return
    } catch {
      failure = Failure(kind: "the rule \"\(rule.name)\"", details: "\(error)")
    }
    outcome.steps.append(RecordedStep(rule: rule.name, choices: choices.made))
    outcome.descriptions.append(
      rule.name + (draw.steps.isEmpty ? "" : ": ") + draw.steps.joined(separator: ", ")
    )
    outcome.failure = try failure ?? self.failure(database, live: live)
  }

  /// Checks the database and the objects in memory after a step. Returns the first problem, or nil
  /// if everything is correct.
  private func failure(_ database: TestDatabase, live: LiveChecks) throws -> Failure? {
    if let error = try database.takeWriteFailures().first {
      return Failure(kind: "an assignment to a property", details: "\(error)")
    }
    let dangling = try database.database.rows("SELECT * FROM pragma_foreign_key_check")
    if let row = dangling.first, case .text(let table) = row[0] {
      return Failure(kind: "the foreign keys", details: "A row of \(table) refers to no row.")
    }
    if let difference = try live.difference() {
      return Failure(kind: "the live values", details: difference)
    }
    for invariant in invariants {
      do {
        if try invariant.body(database) { continue }
        return Failure(kind: "the invariant \"\(invariant.name)\"", details: "It is false.")
      } catch {
        return Failure(kind: "the invariant \"\(invariant.name)\"", details: "\(error)")
      }
    }
    return nil
  }
}
