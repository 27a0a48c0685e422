import Measurement

/// The dynamic suite of js-reactivity-benchmark. A wrong sum ends the run, because a value was
/// stale. A wrong number of evaluations also ends it, because a node was evaluated too often or too
/// seldom.
enum DynamicBenchmarks {
  static func run() {
    print(Measurement.header("dynamic suite", ratio: "for one evaluation"))
    for shape in LayeredGraphShape.all { measure(shape) }
  }

  private static func measure(_ shape: LayeredGraphShape) {
    let graph = LayeredGraph(shape)
    func run(expecting count: Int) {
      graph.tally.calls = 0
      let sum = graph.run()
      precondition(sum == shape.sum, "\(shape.name): the sum is \(sum).")
      precondition(
        graph.tally.calls == count,
        "\(shape.name): \(graph.tally.calls) evaluations instead of \(count)."
      )
    }
    run(expecting: shape.firstCount)
    let measurement = Measurement(shape.name, operations: 1, rounds: 5, warmUps: 0) {
      run(expecting: shape.count)
    }
    print(measurement.row(note: timeText(measurement.median / Double(shape.count))))
  }
}
