extension Measurement {
  /// Creates a measurement of operations that were timed one by one, in nanoseconds.
  public init(_ name: String, samples: [Double]) {
    precondition(!samples.isEmpty, "\(name) was never timed.")
    self.name = name
    self.samples = samples.sorted()
  }

  /// The smallest sample that is at least as long as `percent` percent of the samples.
  public func percentile(_ percent: Double) -> Double {
    let rank = (Double(samples.count) * percent / 100).rounded(.up)
    return samples[min(max(Int(rank) - 1, 0), samples.count - 1)]
  }

  /// The text of the 5th and the 95th percentile.
  public var rangeText: String { "\(timeText(percentile(5))) – \(timeText(percentile(95)))" }
}
