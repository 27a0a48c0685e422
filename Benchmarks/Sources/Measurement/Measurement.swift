/// The times of one repeated piece of work.
public struct Measurement {
  public let name: String
  /// Nanoseconds for one operation, sorted.
  public let samples: [Double]

  public var median: Double { samples[samples.count / 2] }
  public var fastest: Double { samples[0] }

  /// Whether `--quick` asks for few samples, to see that results are right rather than fast.
  public static let isQuick = CommandLine.arguments.contains("--quick")

  /// Runs `body`, which does `operations` of the thing, a few times to warm up and then `rounds`
  /// times.
  public init(
    _ name: String,
    operations: Int,
    rounds: Int = 51,
    warmUps: Int = 5,
    _ body: () throws -> Void
  ) rethrows {
    try self.init(name, operations: operations, rounds: rounds, warmUps: warmUps, on: {}) {
      (_: inout Void) in try body()
    }
  }

  /// Runs `body` on a state of its own each time. Making the state and destroying it are not timed.
  public init<State>(
    _ name: String,
    operations: Int,
    rounds: Int = 51,
    warmUps: Int = 5,
    on prepare: () throws -> State,
    _ body: (inout State) throws -> Void
  ) rethrows {
    let clock = ContinuousClock()
    var samples: [Double] = []
    let warmUps = Self.isQuick ? min(warmUps, 1) : warmUps
    let rounds = Self.isQuick ? min(rounds, 3) : rounds
    for round in 0..<(warmUps + rounds) {
      var state = try prepare()
      let elapsed = try clock.measure { try body(&state) }
      if round < warmUps { continue }
      samples.append(elapsed / .nanoseconds(1) / Double(operations))
    }
    self.name = name
    self.samples = samples.sorted()
  }

  /// A row of a ``header(_:ratio:)`` table. `baseline` is what the last column divides by.
  public func row(against baseline: Measurement? = nil) -> String {
    let ratio = baseline.map { ratioText(median / $0.median) }
    return row(note: ratio ?? "")
  }

  /// A row with `note` in the last column.
  public func row(note: String) -> String {
    let low = samples[samples.count / 20]
    let high = samples[samples.count - 1 - samples.count / 20]
    let range = "\(timeText(low)) – \(timeText(high))"
    return "| \(name) | \(timeText(median)) | \(range) | \(timeText(fastest)) | \(note) |"
  }

  /// The first two lines of a table whose rows are measurements.
  public static func header(_ title: String, ratio: String = "") -> String {
    "\n| \(title) | median | 5 % – 95 % | fastest | \(ratio) |\n|---|---|---|---|---|"
  }
}
