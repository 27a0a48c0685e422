import StateGraphThreads

/// The parts of an answer, which a thread makes and a task sends. The thread waits if the client
/// does not read.
final class PartQueue: AnswerParts, Sendable {
  private struct State {
    var parts: [[UInt8]] = []
    var size = 0
    var isFinished = false
    var isAbandoned = false
    var waiter: CheckedContinuation<Void, Never>?
  }

  /// The number of bytes at which the thread waits.
  private static let limit = 256 << 10

  private let state = Monitor(State())
  private let didEnd: @Sendable () -> Void

  /// - Parameter didEnd: Is called when the client wants no further part.
  init(didEnd: @escaping @Sendable () -> Void) { self.didEnd = didEnd }

  /// Adds a part. Waits while the queue is full.
  ///
  /// - Returns: Whether the client still wants parts.
  func put(_ part: [UInt8]) -> Bool {
    state.wait { $0.isAbandoned || $0.size < PartQueue.limit }
    let (isWanted, waiter) = state.change { state -> (Bool, CheckedContinuation<Void, Never>?) in
      guard !state.isAbandoned else { return (false, nil) }
      state.parts.append(part)
      state.size += part.count
      defer { state.waiter = nil }
      return (true, state.waiter)
    }
    waiter?.resume()
    return isWanted
  }

  /// Adds a line with a JSON object. Waits while the queue is full.
  ///
  /// - Returns: Whether the client still wants parts.
  func put(_ body: (inout JSONBuilder) -> Void) -> Bool {
    var writer = JSONBuilder()
    writer.object(body)
    return put(writer.bytes + [UInt8(ascii: "\n")])
  }

  /// Ends the answer after the parts that were added.
  func finish() {
    let waiter = state.change { state -> CheckedContinuation<Void, Never>? in
      state.isFinished = true
      defer { state.waiter = nil }
      return state.waiter
    }
    waiter?.resume()
  }

  func next() async -> [UInt8]? {
    await withTaskCancellationHandler {
      while true {
        let (part, isOver) = state.change { state -> ([UInt8]?, Bool) in
          if state.isAbandoned { return (nil, true) }
          guard !state.parts.isEmpty else { return (nil, state.isFinished) }
          let part = state.parts.removeFirst()
          state.size -= part.count
          return (part, false)
        }
        if let part { return part }
        if isOver { return nil }
        await wait()
      }
    } onCancel: {
      end()
    }
  }

  func end() {
    let waiter = state.change { state -> CheckedContinuation<Void, Never>? in
      state.isAbandoned = true
      defer { state.waiter = nil }
      return state.waiter
    }
    waiter?.resume()
    didEnd()
  }

  private func wait() async {
    await withCheckedContinuation { continuation in
      let isReady = state.change { state in
        let isReady = state.isAbandoned || state.isFinished || !state.parts.isEmpty
        if !isReady { state.waiter = continuation }
        return isReady
      }
      if isReady { continuation.resume() }
    }
  }
}
