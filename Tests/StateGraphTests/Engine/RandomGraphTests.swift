import StateGraph
import TestSupport
import Testing

/// Compares random graphs with random histories with an evaluation without a cache.
@Suite(.timeLimit(.minutes(20))) struct RandomGraphTests {
  /// A computed node. The value of its first input selects the inputs that it reads.
  struct Recipe {
    let inputs: [Int]
    let modulus: Int
  }

  /// Stored nodes first, then computed ones that read nodes before them.
  final class Model: Sendable {
    let sources: [Stored<Int>]
    let computed: [Computed<Int>]
    let recipes: [Recipe]
    let runs: Recorder<Int>

    init(sourceCount: Int, computedCount: Int, _ random: inout SeededRandom) {
      let runs = Recorder<Int>()
      let sources = (0..<sourceCount).map { _ in Stored(wrappedValue: 0) }
      var computed: [Computed<Int>] = []
      var recipes: [Recipe] = []
      for index in 0..<computedCount {
        let available = sourceCount + index
        let inputs = (0..<Int.random(in: 1...4, using: &random)).map { _ in
          Int.random(in: 0..<available, using: &random)
        }
        let recipe = Recipe(inputs: inputs, modulus: Int.random(in: 2...5, using: &random))
        let before = computed
        recipes.append(recipe)
        computed.append(
          Computed { _ in
            runs.record(index)
            return Self.evaluate(recipe) { input in
              input < sourceCount
                ? sources[input].wrappedValue : before[input - sourceCount].wrappedValue
            }
          }
        )
      }
      (self.sources, self.computed, self.recipes, self.runs) = (sources, computed, recipes, runs)
    }

    static func evaluate(_ recipe: Recipe, _ read: (Int) -> Int) -> Int {
      let first = read(recipe.inputs[0])
      var sum = first
      for (position, input) in recipe.inputs.dropFirst().enumerated()
      where (first + position).isMultiple(of: 2) {
        sum += read(input)
      }
      return sum % recipe.modulus
    }

    /// The expected value of every node, computed from the stored nodes alone.
    func expected() -> [Int] {
      var values = sources.map(\.wrappedValue)
      for recipe in recipes { values.append(Self.evaluate(recipe) { values[$0] }) }
      return values
    }
  }

  @Test(arguments: TestSeed.seeds(40))
  func `every node equals a fresh evaluation, and no node runs without need`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let model = Model(sourceCount: 6, computedCount: 30, &random)
    let observed = Set((0..<5).map { _ in Int.random(in: 0..<30, using: &random) })
    let seen = Recorder<[Int]>()
    let subscription = withGraphTracking {
      for index in observed { model.computed[index].onChange { seen.record([index, $0]) } }
    }
    for step in 0..<60 {
      let before = model.expected()
      _ = (model.runs.drain(), seen.drain())
      withGraphBatch {
        for _ in 0..<Int.random(in: 1...3, using: &random) {
          let source = Int.random(in: 0..<6, using: &random)
          model.sources[source].wrappedValue = Int.random(in: 0...3, using: &random)
        }
      }
      let expected = model.expected()
      let told = Set(seen.elements)
      let wanted = Set(
        observed.filter { before[6 + $0] != expected[6 + $0] }.map { [$0, expected[6 + $0]] }
      )
      #expect(told == wanted, "seed \(seed), step \(step): observers")
      #expect(seen.elements.count == wanted.count, "seed \(seed), step \(step): called twice")
      for index in (0..<30).filter({ _ in Bool.random(using: &random) }).shuffled(using: &random) {
        #expect(
          model.computed[index].wrappedValue == expected[6 + index],
          "seed \(seed), step \(step), node \(index)"
        )
      }
      let runs = model.runs.elements
      #expect(Set(runs).count == runs.count, "seed \(seed), step \(step): \(runs) ran twice")
      if before == expected { #expect(runs.allSatisfy { !observed.contains($0) || told.isEmpty }) }
    }
    subscription.cancel()
  }

  @Test(arguments: TestSeed.seeds(6))
  func `readers and writers on four threads end with equal values`(seed: UInt64) async {
    var random = SeededRandom(seed: seed)
    let model = Model(sourceCount: 4, computedCount: 24, &random)
    let latest = Recorder<Int>()
    let last = model.computed[23]
    let subscription = withGraphTracking { last.onChange { latest.record($0) } }
    await withTaskGroup(of: Void.self) { group in
      for thread in 0..<4 {
        group.addTask {
          var random = SeededRandom(seed: seed &+ UInt64(thread) &+ 1)
          for _ in 0..<2_000 {
            if Bool.random(using: &random) {
              let source = Int.random(in: 0..<4, using: &random)
              model.sources[source].wrappedValue = Int.random(in: 0...3, using: &random)
            } else {
              _ = model.computed[Int.random(in: 0..<24, using: &random)].wrappedValue
            }
          }
        }
      }
    }
    let expected = model.expected()
    for index in 0..<24 {
      #expect(
        model.computed[index].wrappedValue == expected[4 + index],
        "seed \(seed), node \(index)"
      )
    }
    #expect(latest.elements.last == expected[27], "seed \(seed): the observer's last value")
    subscription.cancel()
  }

  @Test func `two threads set one node in a loop while a third subscribes and cancels`() async {
    let number = Stored(wrappedValue: 0)
    let double = Computed { _ in number.wrappedValue * 2 }
    await withTaskGroup(of: Void.self) { group in
      for writer in 0..<2 {
        group.addTask { for value in 0..<5_000 { number.wrappedValue = value * 2 + writer } }
      }
      group.addTask {
        for _ in 0..<2_000 {
          let last = Recorder<Int>()
          let subscription = withGraphTracking {
            double.onChange { last.record($0) }
            withGraphTrackingGroup { _ = double.wrappedValue + number.wrappedValue }
          }
          subscription.cancel()
          if last.elements.isEmpty { Issue.record("the first value is missing") }
        }
      }
    }
    #expect(double.wrappedValue == number.wrappedValue * 2)
    #expect(number.dump.nodes.count == 2)
  }
}
