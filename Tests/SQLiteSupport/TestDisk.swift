import CStateGraphTesting
import Glibc
import StateGraphSQLite
import StateGraphThreads
import TestSupport

/// A disk below SQLite. A test counts the flushes of the log, stops them and lets them fail, and
/// reads the files that a power loss would leave.
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
    // A test that has failed may not allow the flush, for which the end of the database waits.
    state.wait(
      until: { state in state.allowedCount.map { number <= $0 } ?? true },
      atMost: .seconds(TestDeadline.seconds)
    )
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

  /// Makes the next flushes fail with these result codes of SQLite. A code of 0 lets a flush
  /// succeed. Each other connection then also learns of a failure at its next flush.
  package func failFlushes(with codes: [Int32]) { state.change { $0.codes = codes } }

  /// Tells SQLite that a write can damage the bytes beside it. Call this while no file is open.
  package func damageNeighbours() { stategraph_vfs_damage_neighbours(fileSystem) }

  /// Waits until so many flushes have begun.
  package func waitForFlush(_ number: Int) throws {
    let seconds = Duration.seconds(TestDeadline.seconds)
    guard state.wait(until: { $0.begunCount >= number }, atMost: seconds) else {
      throw TestFailure("flush \(number) has not begun")
    }
  }

  /// Runs `body`, and returns the changes of the log and the flushes meanwhile, in order.
  package func recording(_ body: () throws -> Void) throws -> [LogEvent] {
    try withEvents(of: body) { events in
      events.compactMap { event in
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

  /// Runs `body`, and returns the number of writes to the database file meanwhile.
  package func changesOfFile(during body: () throws -> Void) throws -> Int {
    try withEvents(of: body) { events in
      events.count {
        Int($0.file) == STATEGRAPH_FILE_MAIN && Int($0.kind) == STATEGRAPH_EVENT_WRITE
      }
    }
  }

  /// Runs `body`. Returns the path of a copy of the files as a power loss after `body` would leave
  /// them at worst: without all changes that were not flushed since, or whose flush has failed. A
  /// change that was made during a flush is not part of this flush.
  ///
  /// What was written before `body` counts as flushed.
  package func lossOfPower(after body: () throws -> Void) throws -> String {
    try withEvents(of: body) { events in
      for file in [STATEGRAPH_FILE_MAIN, STATEGRAPH_FILE_LOG] {
        var pending: [(number: Int64, change: stategraph_event)] = []
        for (number, event) in events.enumerated() where Int(event.file) == file {
          guard [STATEGRAPH_EVENT_SYNC, STATEGRAPH_EVENT_FAILED_SYNC].contains(Int(event.kind))
          else {
            pending.append((Int64(number), event))
            continue
          }
          let covered = pending.prefix { $0.number < event.offset }
          if Int(event.kind) == STATEGRAPH_EVENT_SYNC {
            for (_, change) in covered { try apply(change) }
          }
          pending.removeFirst(covered.count)
        }
      }
    }
    return copyPath
  }

  private var copyPath: String { path + ".copy" }

  private func apply(_ change: stategraph_event) throws {
    let code = withUnsafePointer(to: change) { stategraph_vfs_apply(fileSystem, copyPath, $0) }
    guard code == 0 else { throw TestFailure("a change of the file failed: \(code)") }
  }

  /// Copies the files, runs `body`, and passes the changes of the files meanwhile to `use`.
  private func withEvents<Value>(
    of body: () throws -> Void,
    _ use: (UnsafeBufferPointer<stategraph_event>) throws -> Value
  ) throws -> Value {
    let code = stategraph_vfs_record(fileSystem, path, copyPath)
    guard code == 0 else { throw TestFailure("the file could not be copied: \(code)") }
    var count: Int64 = 0
    let result = Result { try body() }
    let events = stategraph_vfs_end_record(fileSystem, &count)
    defer { stategraph_events_free(events, count) }
    try result.get()
    return try use(UnsafeBufferPointer(start: UnsafePointer(events), count: Int(count)))
  }
}

/// A change or a flush of the log.
package enum LogEvent: Equatable {
  /// The bytes of the file that were written.
  case write(Range<Int>)
  /// A flush that succeeded.
  case flush
}

extension Database {
  /// Lets a write wait for another one, so that the connection for shared flushes is open. Neither
  /// write changes anything.
  package func shareFlush() throws {
    var waiting: BackgroundThread?
    try write {
      waiting = BackgroundThread { [self] in try write {} }
      let deadline = TestDeadline()
      while OpenWrite(of: self).waitingCount == 0, !deadline.hasPassed { sched_yield() }
    }
    try waiting?.join()
  }
}
