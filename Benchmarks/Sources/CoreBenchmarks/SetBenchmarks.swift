import Measurement
import OpenCombine
import StateGraph
import Synchronization

/// Measures a set without an observer, with a read of a computed node, and with one observer.
enum SetBenchmarks {
  private static let count = 10_000

  static func run() {
    measureUnobserved()
    measureComputed()
    measureObserved()
  }

  private static func measureUnobserved() {
    print(Measurement.header("set, without an observer", ratio: "to StateGraph"))
    let stored = Stored(wrappedValue: 0)
    let ours = Measurement("`Stored<Int>`, a new value", operations: count) {
      for number in 1...count { stored.wrappedValue = number }
    }
    precondition(stored.wrappedValue == count)
    print(ours.row())
    let equal = Measurement("`Stored<Int>`, the same value", operations: count) {
      for _ in 1...count { stored.wrappedValue = opaque(count) }
    }
    print(equal.row(against: ours))
    let atomic = AtomicInt()
    let plain = Measurement("`Atomic<Int>`", operations: count) {
      for number in 1...count { atomic.value.store(number, ordering: .sequentiallyConsistent) }
    }
    print(plain.row(against: ours))
    let guarded = MutexInt()
    let locked = Measurement("`Int` under a mutex", operations: count) {
      for number in 1...count { guarded.value = number }
    }
    print(locked.row(against: ours))
    let model = ObservedInt()
    let observation = Measurement("`@Observable` property", operations: count) {
      for number in 1...count { model.value = number }
    }
    print(observation.row(against: ours))
    let subject = CurrentValueSubject<Int, Never>(0)
    let combine = Measurement("OpenCombine `CurrentValueSubject`", operations: count) {
      for number in 1...count { subject.send(number) }
    }
    print(combine.row(against: ours))
  }

  private static func measureComputed() {
    print(Measurement.header("set one, read one computed", ratio: "to StateGraph"))
    let stored = Stored(wrappedValue: 0)
    let computed = Computed { _ in stored.wrappedValue + 1 }
    let ours = Measurement("`Stored` and `Computed`", operations: count) {
      for number in 1...count {
        stored.wrappedValue = number
        precondition(computed.wrappedValue == number + 1)
      }
    }
    print(ours.row())
    let model = ObservedInt()
    let observation = Measurement("`@Observable`, computed on every read", operations: count) {
      for number in 1...count {
        model.value = number
        precondition(model.successor == number + 1)
      }
    }
    print(observation.row(against: ours))
  }

  private static func measureObserved() {
    print(Measurement.header("set, one observer", ratio: "to StateGraph"))
    let ours = measure("`Stored`, `onChange`", StateGraphChains(width: 1, height: 0))
    print(ours.row())
    let combine = measure("OpenCombine `sink`", OpenCombineChains(width: 1, height: 0))
    print(combine.row(against: ours))
    let observation = measure(
      "`withObservationTracking`, registered again",
      ObservationClosureChains(width: 1, height: 0)
    )
    print(observation.row(against: ours))
  }

  private static func measure(_ name: String, _ chains: some Chains) -> Measurement {
    var number = 0
    let measurement = Measurement(name, operations: count) {
      for _ in 1...count {
        number += 1
        chains.set(number)
      }
    }
    precondition(chains.tally.last == number, "The observer did not see the last value.")
    chains.cancel()
    return measurement
  }
}
