import Testing

@testable import StateGraphTesting

/// The passes of the shrinker, each with a rule that fails for one form of history.
@Suite struct HistoryShrinkerTests {
  /// Shortens steps that fail as long as `fails` says so. Returns the text of the shortest steps.
  private func shortened(
    _ text: String,
    _ fails: @escaping ([RecordedStep]) -> Bool
  ) throws -> String {
    func outcome(_ steps: [RecordedStep]) -> HistoryRun.Outcome {
      HistoryRun.Outcome(
        steps: steps,
        failure: fails(steps) ? .init(kind: "planted", details: "") : nil
      )
    }
    let steps = try #require(RecordedStep.steps(text, rules: ["add", "pick", "pay"]))
    var shrinker = HistoryShrinker(outcome(steps)) { outcome($0) }
    try shrinker.shrink()
    return RecordedStep.text(shrinker.best.steps)
  }

  @Test func `a step is removed together with the number that counts its row`() throws {
    // The last step picks the row of the last addition.
    let steps = try shortened("add add pay:3 add add pick:4") { steps in
      let additions = steps.filter { $0.rule == "add" }.count
      return additions > 0 && steps.last?.rule == "pick"
        && steps.last?.choices == [UInt64(additions)]
    }
    #expect(steps == "add pick:1")
  }

  @Test func `two steps become one with the sum of their numbers`() throws {
    let steps = try shortened("add:700 pay:1 add:900") { steps in
      steps.filter { $0.rule == "add" }.flatMap(\.choices).reduce(0, +) > 1_000
    }
    #expect(steps == "add:1001")
  }

  @Test func `equal numbers are lowered together`() throws {
    let steps = try shortened("add:7 pay:7 pick:7") { steps in
      steps.map(\.rule) == ["add", "pay", "pick"] && steps.allSatisfy { $0.choices.count == 1 }
        && Set(steps.flatMap(\.choices)).count == 1
    }
    #expect(steps == "add:0 pay:0 pick:0")
  }

  @Test func `steps and numbers that the failure does not need are gone`() throws {
    let steps = try shortened("add:1 pay:9,8,7 add:2 pick:5 pay:3") { steps in
      steps.contains { $0.rule == "pay" && ($0.choices.first ?? 0) >= 4 }
    }
    #expect(steps == "pay:4")
  }
}
