extension Measurement {
  /// Of operations that were timed one by one, in nanoseconds.
  public init(_ name: String, samples: [Double]) {
    precondition(!samples.isEmpty, "\(name) was never timed.")
    self.name = name
    self.samples = samples.sorted()
  }

  /// The sample that `percent` of them do not exceed.
  public func percentile(_ percent: Double) -> Double {
    let rank = (Double(samples.count) * percent / 100).rounded(.up)
    return samples[min(max(Int(rank) - 1, 0), samples.count - 1)]
  }

  /// From the 5th to the 95th percentile, for people.
  public var rangeText: String { "\(timeText(percentile(5))) – \(timeText(percentile(95)))" }
}
