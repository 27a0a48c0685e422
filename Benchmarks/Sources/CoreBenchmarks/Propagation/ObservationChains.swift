// Observation has no cached computed properties. The two types below are the closest replacements.

/// Each step is a closure that calls the previous step. The steps cache nothing, and only the
/// source is observed.
struct ObservationClosureChains: Chains {
  let tally = Tally()
  private let source = ObservedInt()
  private let effects = ObservationEffects()

  init(width: Int, height: Int) {
    for _ in 0..<width {
      var last: @Sendable () -> Int = { [source] in source.value }
      for _ in 0..<height {
        let previous = last
        last = { previous() + 1 }
      }
      let tail = last
      effects.arm { [tally] in
        tally.calls += 1
        tally.last = tail()
      }
    }
    tally.calls = 0
  }

  func set(_ number: Int) {
    source.value = number
    effects.drain()
  }

  func cancel() {}
}

/// Each step is an observable property, which an effect on the previous step sets. Like a computed
/// node, it keeps its value.
struct ObservationStoredChains: Chains {
  let tally = Tally()
  private let source = ObservedInt()
  private let effects = ObservationEffects()

  init(width: Int, height: Int) {
    for _ in 0..<width {
      var last = source
      for _ in 0..<height {
        let previous = last
        let next = ObservedInt()
        effects.arm { next.value = previous.value + 1 }
        last = next
      }
      let tail = last
      effects.arm { [tally] in
        tally.calls += 1
        tally.last = tail.value
      }
    }
    tally.calls = 0
  }

  func set(_ number: Int) {
    source.value = number
    effects.drain()
  }

  func cancel() {}
}
