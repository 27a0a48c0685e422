// Observation has no cached computed properties, so there are two nearest things.

/// Each step is a closure that calls the one before: nothing is kept, and one property is observed.
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

/// Each step is an observable property that an effect on the one before sets: like a computed node,
/// it keeps its value.
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
