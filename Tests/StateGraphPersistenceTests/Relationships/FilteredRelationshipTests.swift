import StateGraphPersistence
import TestSupport
import Testing

@Entity(id: Int.self, keys: .database)
final class Plan {
  @GraphStored var name: String
  @GraphComputed(inverse: \Step.plan) var steps: [Step]
  @GraphComputed(inverse: \Step.plan, where: { !$0.isDone }, order: { $0.position })
  var openSteps: [Step]
  @GraphComputed(inverse: \Step.plan, where: { $0.isDone }) var doneSteps: [Step]
  @GraphComputed(inverse: \Step.plan, order: { [$0.isDone.ascending, $0.position.descending] })
  var sortedSteps: [Step]
}

@Entity(id: Int.self, keys: .database)
final class Step {
  @GraphStored var title: String
  @GraphStored var position: Int
  @GraphStored var isDone: Bool = false
  @GraphStored var plan: Plan?
}

/// To-many relationships with a condition and an order.
@Suite struct FilteredRelationshipTests {
  let database: Database
  let plans: EntityStore<Plan>
  let steps: EntityStore<Step>
  let plan = Plan(name: "move")
  let other = Plan(name: "other")

  init() throws {
    var configuration = Database.Configuration()
    configuration.explainsCommits = true
    database = try Database.temporary(configuration: configuration)
    try database.createTables(for: Plan.self, Step.self)
    plans = try EntityStore<Plan>(database)
    steps = try EntityStore<Step>(database)
    plans.add([plan, other])
    for (title, position) in [("c", 3), ("a", 1), ("b", 2)] {
      steps.add(Step(title: title, position: position, plan: plan))
    }
    steps.add(Step(title: "x", position: 0, plan: other))
  }

  private func step(_ title: String) throws -> Step {
    try #require(try steps.query.where { $0.title == title }.fetchFirst())
  }

  @Test func `it has the rows of the condition in the order`() throws {
    try step("b").isDone = true
    #expect(plan.openSteps.map(\.title) == ["a", "c"])
    #expect(plan.doneSteps.map(\.title) == ["b"])
    #expect(plan.sortedSteps.map(\.title) == ["c", "a", "b"])
    #expect(plan.steps.map(\.title) == ["c", "a", "b"])
    #expect(other.openSteps.map(\.title) == ["x"])
  }

  @Test func `each commit updates it in memory, and others do not call its observers`() throws {
    let calls = Recorder<[String]>()
    let subscription = withGraphTracking {
      plan.$openSteps.onChange { calls.record($0.map(\.title)) }
    }
    defer { subscription.cancel() }
    try step("a").isDone = true
    try step("c").position = 0
    let before = database.statementCounts
    try step("b").plan = other
    steps.add(Step(title: "d", position: 1, plan: plan))
    try step("x").isDone = true
    try database.execute("UPDATE steps SET title = 'y' WHERE title = 'x'")
    #expect(
      calls.elements == [["a", "b", "c"], ["b", "c"], ["c", "b"], ["c"], ["c", "d"]]
    )
    #expect((database.statementCounts - before).reads <= 3, "only the tests look rows up")
    try database.execute("DELETE FROM steps WHERE title = 'c'")
    #expect(plan.openSteps.map(\.title) == ["d"])
  }

  @Test func `a write sees its own changes, and a rollback takes them back`() throws {
    #expect(plan.openSteps.count == 3)
    try? database.write {
      try step("a").isDone = true
      steps.add(Step(title: "d", position: 9, plan: plan))
      #expect(plan.openSteps.map(\.title) == ["b", "c", "d"])
      throw CancellationError()
    }
    #expect(plan.openSteps.map(\.title) == ["a", "b", "c"])
  }

  @Test func `a query reads it with its condition`() throws {
    try step("x").isDone = true
    #expect(try plans.query.where { $0.openSteps.isEmpty }.fetch().map(\.name) == ["other"])
    #expect(try plans.query.where { $0.doneSteps.exists }.fetch().map(\.name) == ["other"])
    let counts = try plans.query.select { $0.openSteps.count }.fetch()
    #expect(counts == [3, 0])
    #expect(try plans.query.where { $0.openSteps.min { $0.position } == 1 }.fetchCount() == 1)
  }

  @Test func `it is empty without a row, and after the deletion of the owner`() throws {
    let new = Plan(name: "new")
    #expect(new.openSteps.isEmpty)
    plans.add(new)
    steps.add(Step(title: "n", position: 0, plan: new))
    #expect(new.openSteps.map(\.title) == ["n"])
    try database.execute("UPDATE steps SET plan_id = NULL WHERE title = 'n'")
    plans.delete(new)
    let heir = Plan(name: "heir")
    plans.add(heir)
    try step("n").plan = heir
    #expect(new.openSteps.isEmpty)
    #expect(heir.openSteps.map(\.title) == ["n"])
  }
}
