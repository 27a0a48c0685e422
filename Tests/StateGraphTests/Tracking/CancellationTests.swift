import StateGraph
import Synchronization
import TestSupport
import Testing

/// The promises of `cancel()`.
@Suite(.timeLimit(.minutes(20))) struct CancellationTests {
  /// A filter that ends the subscription when it receives a positive number.
  struct EndingFilter: GraphFilter {
    let holder: Recorder<AnyCancellable>

    mutating func send(value: Int) -> Int? {
      if value > 0 { for subscription in holder.elements { subscription.cancel() } }
      return value
    }
  }

  @Test func `a handler is not called if the filter before it has ended the subscription`() {
    let number = Stored(wrappedValue: 0)
    let double = Computed { _ in number.wrappedValue * 2 }
    let holder = Recorder<AnyCancellable>()
    let seen = Recorder<Int>()
    holder.record(
      withGraphTracking {
        number.onChange(EndingFilter(holder: holder)) { seen.record($0) }
        double.onChange(EndingFilter(holder: holder)) { seen.record($0) }
      }
    )
    number.wrappedValue = 1
    #expect(seen.elements == [0, 0])
    _ = holder.drain()
  }

  @Test
  func `no handler begins on a thread that has cancelled, even if another thread cancels too`()
    throws
  {
    let lateCount = Atomic(0)
    for _ in 0..<200 {
      let number = Stored(wrappedValue: 0)
      let subscription = withGraphTracking {
        for _ in 0..<200 {
          number.onChange { if $0 == 1 { lateCount.add(1, ordering: .relaxed) } }
        }
      }
      let start = Gate()
      let other = BackgroundThread {
        start.wait()
        subscription.cancel()
      }
      start.open()
      subscription.cancel()
      number.wrappedValue = 1
      try other.join()
    }
    #expect(lateCount.load(ordering: .relaxed) == 0)
  }
}
