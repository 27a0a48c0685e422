import Measurement

/// The cases of kairo as js-reactivity-benchmark runs them: 1,000 iterations, ten times.
enum KairoBenchmarks {
  static func run() {
    let iterations = Measurement.isQuick ? 50 : 1_000
    print(Measurement.header("kairo, \(iterations) iterations"))
    for kairo in KairoCase.all {
      let measurement = Measurement(kairo.name, operations: 1, rounds: 10, warmUps: 2) {
        for _ in 0..<iterations { kairo.iterate() }
      }
      print(measurement.row())
      kairo.subscription.cancel()
    }
  }
}
