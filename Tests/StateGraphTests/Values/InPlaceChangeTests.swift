import Glibc
import StateGraph
import TestSupport
import Testing

/// Changes in place, like `node.wrappedValue.append(x)`.
@Suite(.timeLimit(.minutes(10))) struct InPlaceChangeTests {
  @Test func `a change in place that throws keeps its partial result, as in Swift`() {
    struct Failure: Error {}
    func change(_ value: inout Int) throws {
      value = 5
      throw Failure()
    }
    func change(_ value: inout [Int]) throws {
      value = [5]
      throw Failure()
    }
    let number = Stored(wrappedValue: 0)
    let array = Stored(wrappedValue: [Int]())
    try? change(&array.wrappedValue)
    #expect(array.wrappedValue == [5])
    try? change(&number.wrappedValue)
    #expect(number.wrappedValue == 5)
  }

  @Test func `increments by two threads add up`() throws {
    let number = Stored(wrappedValue: 0)
    let threads = (0..<2).map { _ in
      BackgroundThread { for _ in 0..<100_000 { number.wrappedValue += 1 } }
    }
    for thread in threads { try thread.join() }
    #expect(number.wrappedValue == 200_000)
  }

  @Test func `a change in place that spans a suspension ends the program with a message`()
    async throws
  {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      alarm(20)
      final class Holder: Sendable {
        let node = Stored(wrappedValue: [Int]())
      }
      @Sendable func slowly(_ value: inout [Int]) async {
        value.append(1)
        // A single yield can continue without a suspension.
        for _ in 0..<100 { await Task.yield() }
      }
      let holder = Holder()
      await withTaskExecutorPreference(ThreadPerJobExecutor()) {
        await slowly(&holder.node.wrappedValue)
      }
      exit(0)
    }
    let said = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(said.contains("was suspended and resumed on another thread"), "\(said)")
  }
}
