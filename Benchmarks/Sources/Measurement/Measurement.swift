/// The times of repeated work.
public struct Measurement {
  public let name: String
  /// The times of one operation in nanoseconds, in ascending order.
  public let samples: [Double]

  public var median: Double { samples[samples.count / 2] }
  public var fastest: Double { samples[0] }

  /// Whether `--quick` asks for few samples, which show whether the results are right.
  public static let isQuick = CommandLine.arguments.contains("--quick")

  /// Runs `body`, which does the operation `operations` times. Each of the `rounds` runs after the
  /// `warmUps` runs gives one sample.
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

  /// Runs `body` with a new state each time. The creation and the release of the state are not
  /// timed.
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

  /// Returns a row of a ``header(_:ratio:)`` table. The last column is the ratio of the medians to
  /// `baseline`.
  public func row(against baseline: Measurement? = nil) -> String {
    let ratio = baseline.map { ratioText(median / $0.median) }
    return row(note: ratio ?? "")
  }

  /// Returns a row with `note` in the last column.
  public func row(note: String) -> String {
    let low = samples[samples.count / 20]
    let high = samples[samples.count - 1 - samples.count / 20]
    let range = "\(timeText(low)) – \(timeText(high))"
    return "| \(name) | \(timeText(median)) | \(range) | \(timeText(fastest)) | \(note) |"
  }

  /// Returns the first two lines of a table of measurements. `ratio` is the title of the last
  /// column.
  public static func header(_ title: String, ratio: String = "") -> String {
    "\n| \(title) | median | 5 % – 95 % | fastest | \(ratio) |\n|---|---|---|---|---|"
  }
}
