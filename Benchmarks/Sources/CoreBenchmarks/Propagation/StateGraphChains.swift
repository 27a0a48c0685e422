import StateGraph

struct StateGraphChains: Chains {
  let tally = Tally()
  private let source = Stored(wrappedValue: 0)
  private let subscription: AnyCancellable

  init(width: Int, height: Int) {
    subscription = withGraphTracking { [source, tally] in
      @Sendable func observe(_ number: Int) {
        tally.calls += 1
        tally.last = number
      }
      for _ in 0..<width {
        if height == 0 {
          source.onChange { observe($0) }
          continue
        }
        var last = Computed { _ in source.wrappedValue + 1 }
        for _ in 1..<height {
          let previous = last
          last = Computed { _ in previous.wrappedValue + 1 }
        }
        last.onChange { observe($0) }
      }
    }
    tally.calls = 0
  }

  func set(_ number: Int) { source.wrappedValue = number }
  func cancel() { subscription.cancel() }
}
