/// The times of one repeated piece of work.
struct Measurement {
  let name: String
  /// Nanoseconds for one operation, sorted.
  let samples: [Double]

  var median: Double { samples[samples.count / 2] }

  /// Runs `body`, which does `operations` of the thing, a few times to warm up and then `rounds` times.
  init(_ name: String, operations: Int, rounds: Int = 51, _ body: () throws -> Void) rethrows {
    let clock = ContinuousClock()
    for _ in 0..<5 { try body() }
    var samples: [Double] = []
    for _ in 0..<rounds {
      let elapsed = try clock.measure { try body() }
      let nanoseconds =
        Double(elapsed.components.seconds) * 1e9 + Double(elapsed.components.attoseconds) / 1e9
      samples.append(nanoseconds / Double(operations))
    }
    self.name = name
    self.samples = samples.sorted()
  }

  /// A row of a Markdown table: median, lowest and highest, and the ratio to `baseline`.
  func row(against baseline: Measurement? = nil) -> String {
    let low = samples[samples.count / 20]
    let high = samples[samples.count - 1 - samples.count / 20]
    let ratio = baseline.map { text(median / $0.median, decimals: 2) + " x" } ?? ""
    return "| \(name) | \(text(median)) | \(text(low)) – \(text(high)) | \(ratio) |"
  }

  private func text(_ number: Double, decimals: Int = 1) -> String {
    let scale = decimals == 1 ? 10.0 : 100.0
    return "\((number * scale).rounded() / scale)"
  }
}

/// Keeps the optimiser from removing work whose result nobody uses.
@inline(never)
func consume<Value>(_ value: Value) {}
