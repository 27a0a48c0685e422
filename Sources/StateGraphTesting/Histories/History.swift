import Glibc
import StateGraphFixtures
public import StateGraphPersistence
import Testing

/// Looks for a sequence of steps after which the app's data is wrong. Each sequence is a *history*,
/// and runs in a database of its own.
///
/// ```swift
/// try History(.shop, steps: 30, cases: 100)
///   .rule("pay") { db, draw in try draw.entity(Order.self).pay() }
///   .rule("import") { db, draw in try draw.rows(Order.self, 1...5).insert() }
///   .invariant("totals") { db in
///     try db.database.fetchValue(Int.self, "SELECT min(total_cents) FROM orders") ?? 0 >= 0
///   }
///   .expect()
/// ```
///
/// After each step, the history requires that
///
/// - each invariant is true;
/// - all foreign keys refer to rows;
/// - for each type that ``HistoryDraw/entity(_:)`` has returned, the live query and the properties
///   equal the result of a fresh query;
/// - the to-many relationships of the returned entities equal the result of a fresh query;
/// - no assignment to a property has failed;
/// - the rule itself has thrown no error, except ``HistorySkip``.
///
/// A failed history is shortened: it is repeated with fewer steps, and with simpler decisions, as
/// long as it fails in the same way. The message shows the remaining steps, and the rows that they
/// need. The next run of the test begins with the same history.
///
/// A rule may use `#expect` and `#require`. Swift Testing reports their failures as known issues.
public struct History: Sendable {
  private let fixture: TestFixture
  private let stepCount: Int
  private let caseCount: Int
  private let file: String
  private var rules: [HistoryRun.Rule] = []
  private var invariants: [HistoryRun.Invariant] = []
  private var own = OwnValues()
  private var replayed: String?

  /// Creates a history without rules. Nothing runs before
  /// ``expect(fileID:filePath:line:column:)``.
  ///
  /// - Parameters:
  ///   - fixture: The content of each database before the first step.
  ///   - steps: The number of steps of each history. With 1, each history tests a single operation.
  ///   - cases: The number of histories that ``expect(fileID:filePath:line:column:)`` runs.
  ///   - filePath: The source file, under whose name a failure is remembered. Leave the default.
  public init(
    _ fixture: TestFixture,
    steps: Int = 30,
    cases: Int = 100,
    filePath: String = #filePath
  ) {
    self.fixture = fixture
    stepCount = max(1, steps)
    caseCount = max(1, cases)
    file = filePath
  }

  /// Adds a rule: an operation that a history can run as a step. Each step runs a randomly chosen
  /// rule.
  ///
  /// - Parameters:
  ///   - name: The name of the rule, which a failure shows.
  ///   - body: The operation. It makes all random decisions with its second argument, and may use
  ///     all methods of the test database.
  public func rule(
    _ name: String,
    _ body: @escaping @Sendable (TestDatabase, HistoryDraw) throws -> Void
  ) -> History {
    var history = self
    history.rules.append((name, body))
    return history
  }

  /// Adds an invariant: a condition that must be true before the first step and after each step.
  ///
  /// - Parameters:
  ///   - name: The name of the invariant, which a failure shows.
  ///   - body: Returns whether the condition is true. If it throws, the history fails, too.
  public func invariant(
    _ name: String,
    _ body: @escaping @Sendable (TestDatabase) throws -> Bool
  ) -> History {
    var history = self
    history.invariants.append((name, body))
    return history
  }

  /// Sets the values of a column in the rows that ``HistoryDraw/rows(_:_:)`` makes. Use it if the
  /// generator finds no value that satisfies a CHECK.
  ///
  /// - Parameters:
  ///   - name: The name of the column, such as `users.email`.
  ///   - value: Returns a value. It makes all random decisions with its argument.
  public func column<Value: Bindable>(
    _ name: String,
    _ value: @escaping @Sendable (HistoryDraw) -> Value
  ) -> History {
    var history = self
    history.own.set(name) { value(HistoryDraw($0)).value }
    return history
  }

  /// Returns a history that runs these steps once, and no random steps.
  ///
  /// Keep it as a test after the bug is repaired.
  ///
  /// - Parameter steps: The seed of the database and the steps, such as `seed=42 pay:0,3`.
  public func replaying(_ steps: String) -> History {
    var history = self
    history.replayed = steps
    return history
  }

  /// Runs the histories until one fails.
  ///
  /// The environment variable `STATEGRAPH_SEED` sets the seed of the random decisions. Without the
  /// variable, each run chooses another seed, which the message of a failure shows.
  ///
  /// - Parameters:
  ///   - fileID: The position of the call. Leave the defaults of this and the next parameters.
  ///   - filePath: The position of the call.
  ///   - line: The position of the call.
  ///   - column: The position of the call.
  /// - Throws: The errors of the fixture. ``TestDatabaseError`` with `.misuse` if there is no rule.
  ///   Under XCTest, ``TestDatabaseError`` with the failed history.
  public func expect(
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) throws {
    let given = getenv("STATEGRAPH_SEED").flatMap { UInt64(String(cString: $0)) }
    guard let message = try failure(seed: given ?? .random(in: 1...1_000_000_000)) else { return }
    try ExpectationFailure(
      message: message,
      location: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    ).report()
  }

  /// Returns the message of the first history that fails, or nil if all histories pass.
  func failure(seed: UInt64) throws -> String? { try finding(seed: seed).map { $0.message($1) } }

  /// Returns the first history that fails, and a text that describes how it was found, or nil if
  /// all histories pass.
  func finding(seed: UInt64) throws -> (HistoryFinding, String)? {
    guard !rules.isEmpty else {
      throw TestDatabaseError(
        .misuse,
        "The history has no rules.",
        remedy: "Add one by rule(_:_:)."
      )
    }
    let names = rules.map(\.name)
    var run = HistoryRun(fixture: fixture, rules: rules, invariants: invariants, own: own)
    if let replayed {
      guard let history = RecordedHistory(replayed, rules: names) else {
        throw TestDatabaseError(
          .misuse,
          "The text of replaying(_:) has no seed, or names a rule that does not exist.",
          remedy: "Copy it from the message of a failed history."
        )
      }
      return try finding(of: history, run).map { ($0, "replaying the given steps") }
    }
    let memory = HistoryMemory(PackageFolder(ofSourceFile: file), file: file, rules: names)
    if let history = memory.history {
      if let known = try finding(of: history, run) {
        return (known, "repeating the failure of an earlier run")
      }
      memory.remember(nil)
    }
    for number in 0..<UInt64(caseCount) {
      run.databaseSeed = seed &+ number
      let source = HistoryRun.Source.random(
        seed: ChoiceSequence.mixed(seed &+ number),
        count: stepCount
      )
      guard let found = try finding(of: source, run) else { continue }
      memory.remember(found.history)
      return (found, "case \(number + 1) of STATEGRAPH_SEED=\(seed)")
    }
    return nil
  }

  private func finding(of history: RecordedHistory, _ run: HistoryRun) throws -> HistoryFinding? {
    var run = run
    run.databaseSeed = history.databaseSeed
    return try finding(of: .recorded(history.steps), run)
  }

  private func finding(
    of source: HistoryRun.Source,
    _ run: HistoryRun
  ) throws -> HistoryFinding? {
    let outcome = try run.outcome(of: source)
    return outcome.failure == nil ? nil : try HistoryFinding(outcome, run: run)
  }
}
