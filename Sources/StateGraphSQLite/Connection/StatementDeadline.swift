import CSQLite
import Synchronization

/// The time at which the running statements of a connection end, unless they have ended before.
package final class StatementDeadline {
  /// The number of SQLite's instructions between two checks: below 0.1 ms.
  private static let instructionsPerCheck: Int32 = 1000

  private let end: ContinuousClock.Instant
  private let cancellation: StatementCancellation?

  /// - Parameters:
  ///   - duration: The time until the deadline, from now on.
  ///   - cancellation: A request that ends the statements before, or nil if nobody can make one.
  package init(after duration: Duration, orBy cancellation: StatementCancellation? = nil) {
    end = ContinuousClock.now + duration
    self.cancellation = cancellation
  }

  /// Runs `body`. A statement that `body` runs on `connection` fails with the code `.interrupted`
  /// at the deadline, or as soon as the cancellation is requested.
  ///
  /// SQLite then rolls back the changes of the statement. Calls for one connection must not be
  /// nested.
  package func run<Result>(
    on connection: Connection,
    _ body: () throws -> Result
  ) rethrows -> Result {
    sqlite3_progress_handler(
      connection.handle,
      StatementDeadline.instructionsPerCheck,
      { context in
        guard let context else { return 0 }
        let deadline = Unmanaged<StatementDeadline>.fromOpaque(context).takeUnretainedValue()
        return deadline.isReached ? 1 : 0
      },
      Unmanaged.passUnretained(self).toOpaque()
    )
    defer { sqlite3_progress_handler(connection.handle, 0, nil, nil) }
    return try withExtendedLifetime(self) { try body() }
  }

  private var isReached: Bool { cancellation?.isCancelled == true || ContinuousClock.now >= end }
}

/// A request to end the running statement of a connection. Any thread may make the request.
package final class StatementCancellation: Sendable {
  private let isRequested = Atomic(false)

  package init() {}

  package func cancel() { isRequested.store(true, ordering: .relaxed) }

  package var isCancelled: Bool { isRequested.load(ordering: .relaxed) }
}

extension ContinuousClock {
  /// Returns the time at which a timeout that begins now ends.
  ///
  /// The result is at most a day from now, because adding a very large duration would overflow.
  static func deadline(after timeout: Duration) -> Instant {
    now.advanced(by: min(timeout, .seconds(86_400)))
  }
}
