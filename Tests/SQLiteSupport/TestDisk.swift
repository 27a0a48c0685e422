import CStateGraphTesting
import StateGraphSQLite
import StateGraphThreads
import TestSupport

/// A disk below SQLite. A test counts the flushes of the log, stops them and lets them fail. It
/// leaves out the loss of data by a failed flush.
package final class TestDisk: @unchecked Sendable {
  // SAFETY: the file system never changes and is valid until `deinit`. The state has its own lock.

  private struct State {
    /// The number of flushes that have begun.
    var begunCount = 0
    /// The number of flushes that may go on. Nil if none is stopped.
    var allowedCount: Int?
    /// The result codes of the next flushes, after which flushes succeed.
    var codes: [Int32] = []
  }

  /// `SQLITE_IOERR_FSYNC`.
  package static let failedFlush: Int32 = 10 | 4 << 8

  private let fileSystem: OpaquePointer
  private let path: String
  private let state = Monitor(State())

  /// Makes each connection that is opened to the path later use this disk.
  package init(of path: String) throws {
    guard let fileSystem = stategraph_vfs_create() else { throw TestFailure("no file system") }
    (self.fileSystem, self.path) = (fileSystem, path)
    let hooks = ConnectionHooks(fileSystem: String(cString: stategraph_vfs_name(fileSystem)))
    ConnectionHooks.register(hooks, for: try DatabaseLocation(path: path))
    stategraph_vfs_on_flush(
      fileSystem,
      { context in
        guard let context else { return 0 }
        return Unmanaged<TestDisk>.fromOpaque(context)._withUnsafeGuaranteedRef { $0.willFlush() }
      },
      Unmanaged.passUnretained(self).toOpaque()
    )
  }

  deinit {
    if let location = try? DatabaseLocation(path: path) {
      ConnectionHooks.register(nil, for: location)
    }
    stategraph_vfs_on_flush(fileSystem, nil, nil)
    stategraph_vfs_release(fileSystem)
  }

  private func willFlush() -> Int32 {
    let number = state.change { state in
      state.begunCount += 1
      return state.begunCount
    }
    state.wait { state in state.allowedCount.map { number <= $0 } ?? true }
    return state.change { $0.codes.isEmpty ? 0 : $0.codes.removeFirst() }
  }

  /// The number of flushes that have begun.
  package var flushCount: Int { state.read(\.begunCount) }

  /// Stops the flushes that begin from now on, except for the next `count` ones.
  package func stopFlushes(after count: Int = 0) {
    state.change { $0.allowedCount = $0.begunCount + count }
  }

  /// Lets one more flush go on.
  package func allowOneFlush() { state.change { $0.allowedCount? += 1 } }

  package func allowFlushes() { state.change { $0.allowedCount = nil } }

  /// Makes the next flushes fail with these result codes of SQLite.
  package func failFlushes(with codes: [Int32]) { state.change { $0.codes = codes } }

  /// Waits until so many flushes have begun.
  package func waitForFlush(_ number: Int) throws {
    let seconds = Duration.seconds(TestDeadline.seconds)
    guard state.wait(until: { $0.begunCount >= number }, atMost: seconds) else {
      throw TestFailure("flush \(number) has not begun")
    }
  }

  /// Runs `body`, and returns the changes of the log and the flushes meanwhile, in order.
  package func recording(_ body: () throws -> Void) throws -> [LogEvent] {
    let code = stategraph_vfs_record(fileSystem, path, path + ".copy")
    guard code == 0 else { throw TestFailure("the file could not be copied: \(code)") }
    var count: Int64 = 0
    let result = Result { try body() }
    let events = stategraph_vfs_end_record(fileSystem, &count)
    defer { stategraph_events_free(events, count) }
    try result.get()
    return UnsafeBufferPointer(start: UnsafePointer(events), count: Int(count)).compactMap {
      event -> LogEvent? in
      guard Int(event.file) == STATEGRAPH_FILE_LOG else { return nil }
      switch Int(event.kind) {
      case STATEGRAPH_EVENT_WRITE:
        return .write(Int(event.offset)..<Int(event.offset + event.count))
      case STATEGRAPH_EVENT_SYNC: return .flush
      default: return nil
      }
    }
  }
}

/// A change or a flush of the log.
package enum LogEvent: Equatable {
  /// The bytes of the file that were written.
  case write(Range<Int>)
  /// A flush that succeeded.
  case flush
}
