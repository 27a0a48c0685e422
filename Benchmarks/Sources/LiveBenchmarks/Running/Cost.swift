import Glibc
import Measurement

/// The cost of one long piece of work, in nanoseconds.
struct Cost {
  let elapsed: Double
  /// The processor time of all threads of the process during the work. On a machine with other
  /// work, it gives more exact ratios than the elapsed time.
  let processor: Double

  /// The number of SELECTs, or nil if they were not counted. The times of a counted run are not
  /// used.
  let selectCount: Int?

  init(countingStatements: Bool, of work: () throws -> Void) rethrows {
    let before = Cost.processorTime()
    var count: Int?
    elapsed =
      try ContinuousClock().measure {
        guard countingStatements else { return try work() }
        count = try StatementCount.during(work).selects
      } / .nanoseconds(1)
    processor = Cost.processorTime() - before
    selectCount = count
  }

  private static func processorTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }
}

/// The costs of the same work on several sides, which alternate.
struct CostTable {
  private var costs: [(name: String, samples: [Cost])] = []
  /// The number of operations in one piece of work.
  let operationCount: Int

  init(operationCount: Int) { self.operationCount = operationCount }

  mutating func add(_ name: String, _ cost: Cost) {
    if let index = costs.firstIndex(where: { $0.name == name }) {
      costs[index].samples.append(cost)
    } else {
      costs.append((name, [cost]))
    }
  }

  /// Reports a row for each side. The ratios are those to the processor time of the first side.
  func report(_ run: LiveRun, _ benchmark: String, _ step: String) {
    guard let base = costs.first.map({ processor($0.samples) }) else { return }
    for (name, samples) in costs {
      let timed = samples.filter { $0.selectCount == nil }
      let times = timed.map { $0.elapsed / Double(operationCount) }
      let selects = samples.compactMap(\.selectCount).first ?? 0
      run.report.add(
        benchmark,
        variant: name,
        n: operationCount,
        Outcome(
          times: Measurement(step, samples: times),
          selectCount: Double(selects) / Double(operationCount)
        ),
        note: "\(ratioText(processor(samples) / base)) in processor time"
      )
    }
  }

  private func processor(_ samples: [Cost]) -> Double {
    let sorted = samples.filter { $0.selectCount == nil }.map(\.processor).sorted()
    return sorted[sorted.count / 2]
  }
}
