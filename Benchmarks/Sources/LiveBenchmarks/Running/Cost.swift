import Glibc
import Measurement

/// What one long piece of work took, in nanoseconds.
struct Cost {
  let elapsed: Double
  /// What the process used of the processors meanwhile, all threads together: for ratios near one
  /// on a machine that others use too.
  let processor: Double

  /// SELECTs that ran, where they were counted. The time is then of no use.
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

/// The costs of the same work done by several, in turns.
struct CostTable {
  private var costs: [(name: String, samples: [Cost])] = []
  /// Operations in one piece of work.
  let operationCount: Int

  init(operationCount: Int) { self.operationCount = operationCount }

  mutating func add(_ name: String, _ cost: Cost) {
    if let index = costs.firstIndex(where: { $0.name == name }) {
      costs[index].samples.append(cost)
    } else {
      costs.append((name, [cost]))
    }
  }

  /// A table with the first that was added as what the others are compared with.
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
        note: "\(ratioText(processor(samples) / base)) of its processor time"
      )
    }
  }

  private func processor(_ samples: [Cost]) -> Double {
    let sorted = samples.filter { $0.selectCount == nil }.map(\.processor).sorted()
    return sorted[sorted.count / 2]
  }
}
