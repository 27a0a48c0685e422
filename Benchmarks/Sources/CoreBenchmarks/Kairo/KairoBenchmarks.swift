import Measurement

/// The cases of kairo with the numbers of js-reactivity-benchmark: ten rounds of 1,000 iterations.
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
