import Shop
import StateGraphFixtures
import TestSupport
import Testing

@testable import StateGraphTesting

/// Which failure a history reports.
@Suite struct HistoryFailureTests {
  @Test func `a shortened history breaks the same rule as the long one`() throws {
    // The lowest decision of "write" breaks another rule, in a history of one step.
    let history = try HistoryScene().history(steps: 40, cases: 20)
      .rule("write") { db, draw in
        let number = draw.integer(0...100_000)
        guard number > 0 else { throw TestFailure("zero") }
        try draw.entity(Customer.self).name = "number \(number)"
      }
      .rule("read") { _, draw in
        let customer = try draw.entity(Customer.self)
        if customer.name.hasPrefix("number") { throw TestFailure("renamed") }
      }
    let finding = try #require(try history.finding(seed: 7)).0
    #expect(finding.outcome.failure?.kind == "the rule \"read\"")
    #expect(finding.outcome.steps.map(\.rule) == ["write", "read"])
    #expect(finding.outcome.steps[0].choices.first == 1)
  }

  @Test func `an assignment that cannot be written is the failure of its step`() throws {
    let history = PlantedBug.takenEmail.plant(try HistoryScene().history())
    let finding = try #require(try history.finding(seed: 7)).0
    #expect(finding.outcome.failure?.kind == "an assignment to a property")
    #expect(finding.outcome.failure?.details.contains("UNIQUE") == true)
    #expect(finding.outcome.steps.map(\.rule) == ["email", "email"])
  }

  @Test func `a fault that does not happen is the failure of the whole history`() throws {
    let history = try HistoryScene().history(steps: 6, cases: 1)
      .rule("pay", PlantedBug.pay)
      .rule("fail") { db, _ in
        _ = try db.faults.cancel()
        try db.faults.failNextCommit(.diskFull)
      }
      .rule("forgive") { db, draw in
        try PlantedBug.pay(db, draw)
        _ = try db.takeWriteFailures()
      }
    let finding = try #require(try history.replaying("seed=1 forgive:0 fail").finding(seed: 1)).0
    #expect(finding.outcome.failure?.kind == "the end of the test")
    #expect(finding.outcome.steps.map(\.rule) == ["fail"])
    #expect(try history.replaying("seed=1 fail forgive:0").finding(seed: 1) == nil)
  }

  @Test func `an invariant that the fixture breaks needs no step`() throws {
    let history = try HistoryScene().history(steps: 3, cases: 1)
      .rule("pay", PlantedBug.pay)
      .invariant("no customers") { db in
        try db.database.rows("SELECT 1 FROM customers").isEmpty
      }
    let message = try #require(try history.failure(seed: 1))
    #expect(message.hasPrefix("A history breaks the invariant \"no customers\", after 0 steps"))
  }

  @Test func `a rule that throws HistorySkip is no step of the run`() throws {
    let run = HistoryRun(
      fixture: .shop,
      rules: [("skip", { _, _ in throw HistorySkip() }), ("pay", PlantedBug.pay)],
      invariants: [],
      own: OwnValues()
    )
    let steps = ["skip", "pay", "skip"].map { RecordedStep(rule: $0, choices: [0]) }
    let outcome = try run.outcome(of: .recorded(steps))
    #expect(outcome.steps == [RecordedStep(rule: "pay", choices: [0])])
    #expect(outcome.descriptions.count == 1)
  }
}
