import StateGraphSQLite
import StateGraphThreads
import StateGraphTools

/// The newest commits of all programs, with the values before and after.
///
/// The timeline follows the commit log only while a tab shows it, because writers are slower while
/// somebody follows.
final class Timeline: Sendable {
  private struct State {
    var commits: [(number: Int, json: [UInt8])] = []
    var byteCount = 0
    var newest = 0
    var isWanted = false
    var isRunning = false
    var isClosed = false
    /// The file when the timeline stopped following it. Nil before it has followed it.
    var lastMark: FileMark?
  }

  private static let countLimit = 2000
  private static let byteLimit = 64 << 20

  private let path: String
  private let state = Guarded(State())
  private let didAdd: @Sendable (Int) -> Void

  /// - Parameter didAdd: Is called with the number of the newest commit, on the timeline's thread.
  init(path: String, didAdd: @escaping @Sendable (Int) -> Void) {
    (self.path, self.didAdd) = (path, didAdd)
  }

  func close() { state.withLock { $0.isClosed = true } }

  /// Begins or ends following the file.
  func setWanted(_ isWanted: Bool) {
    let starts = state.withLock { state in
      state.isWanted = isWanted
      guard isWanted, !state.isRunning, !state.isClosed else { return false }
      state.isRunning = true
      return true
    }
    if starts { SystemThread { self.run() }?.detach() }
  }

  /// Returns the answer with the newest commits before a number.
  func json(before number: Int?, limit: Int) -> [UInt8] {
    let (commits, oldest) = state.withLock { state in
      let found = state.commits.reversed().lazy.filter { commit in
        number.map { commit.number < $0 } ?? true
      }
      return (Array(found.prefix(limit)), state.commits.first?.number)
    }
    return JSONBuilder.answer { writer in
      writer.key("oldest")
      if let oldest { writer.raw(String(oldest).utf8) } else { writer.null() }
      writer.key("commits")
      writer.array(of: commits) { $0.raw($1.json) }
    }
  }

  private func run() {
    while true {
      do {
        let watch = try DatabaseWatch(path: path, interval: .milliseconds(50)) {
          self.state.withLock { !$0.isWanted || $0.isClosed }
        }
        var isFirst = true
        try watch.follow { reader in
          try self.read(reader, isFirst: isFirst)
          isFirst = false
          return .pollOnChange
        }
      } catch {
        let mayEnd = state.withLock { state in
          guard !state.isWanted || state.isClosed else { return false }
          state.isRunning = false
          state.lastMark = FileMark(path: path)
          return true
        }
        if mayEnd { return }
        // The file is missing or locked. The stream of the tab says so.
        state.withLock { $0.lastMark = nil }
        Pause.milliseconds(250)
      }
    }
  }

  private func read(_ reader: CommitReader, isFirst: Bool) throws {
    var tables: [StudioTable]?
    func known() throws -> [StudioTable] {
      if let tables { return tables }
      let read = try StudioSchema(id: "", reader.connection).tables
      tables = read
      return read
    }
    try reader.read { changes in
      self.add(changes, try known())
      return true
    } everything: {
      // The first read tells nothing, unless the timeline was open before.
      let mark = FileMark(path: path)
      let isGap = state.withLock { state in
        isFirst ? state.lastMark.map { $0 != mark } ?? false : true
      }
      if isGap { self.add(nil, []) }
    }
  }

  private func add(_ changes: ChangeSet?, _ tables: [StudioTable]) {
    let number = state.withLock { state in
      state.newest += 1
      return state.newest
    }
    let commit = TimelineCommit(number: number, time: WallClock.now(), changes: changes)
    let json = commit.json(tables)
    state.withLock { state in
      state.commits.append((number, json))
      state.byteCount += json.count
      while state.commits.count > Timeline.countLimit || state.byteCount > Timeline.byteLimit {
        state.byteCount -= state.commits.removeFirst().json.count
      }
    }
    didAdd(number)
  }
}
