import Glibc
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
    /// The file when the timeline stopped following it, or nil before it has followed it.
    var lastMark: FileMark?
    /// The last commits of the list.
    var recent: [(number: Int, commit: TimelineCommit)] = []
    /// The commits of Studio itself that the timeline's thread will find in the file.
    var expected: [(commit: TimelineCommit, time: ContinuousClock.Instant)] = []

    /// Adds a commit, and returns its number.
    mutating func append(_ commit: TimelineCommit) -> Int {
      newest += 1
      recent = recent.suffix(7) + [(newest, commit)]
      let json = commit.json(number: newest, time: WallClock.now())
      commits.append((newest, json))
      byteCount += json.count
      while commits.count > Timeline.countLimit || byteCount > Timeline.byteLimit {
        byteCount -= commits.removeFirst().json.count
      }
      return newest
    }

    mutating func replace(_ number: Int, by commit: TimelineCommit) {
      recent.removeAll { $0.number == number }
      guard let index = commits.lastIndex(where: { $0.number == number }) else { return }
      byteCount -= commits[index].json.count
      commits[index].json = commit.json(number: number, time: WallClock.now())
      byteCount += commits[index].json.count
    }
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
        let tables = ComparedTables()
        try watch.follow { try self.read($0, tables: tables) }
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
        usleep(250_000)
      }
    }
  }

  /// The longest pause after a comparison. The pause is three times as long as the comparison.
  private static let longestPause = Duration.seconds(2)

  private func read(
    _ reader: CommitReader,
    tables: ComparedTables
  ) throws -> DatabaseWatch.Next {
    let isFirst = tables.schemas.isEmpty
    let start = ContinuousClock.now
    let isLogged = try reader.read { changes in
      let commit = TimelineCommit(.log, changes: changes, schemas: tables.schemas)
      try tables.follow(changes, on: reader.connection)
      self.add(logged: commit)
      return true
    } everything: {
      let mark = FileMark(path: path)
      let found = try tables.compare(on: reader.connection)
      guard isFirst else { return self.add(compared: found) }
      // The first comparison tells nothing, unless the timeline was open before.
      if state.withLock({ $0.lastMark.map { $0 != mark } ?? false }) {
        self.add(TimelineCommit(.unknown))
      }
    }
    let time = start.duration(to: .now)
    return isLogged || isFirst ? .pollOnChange : .pollAfter(min(time * 3, Timeline.longestPause))
  }
}

// MARK: - Commits

extension Timeline {
  /// The state before a commit of Studio itself, for ``add(own:after:)``.
  struct Moment {
    fileprivate let newest: Int
    fileprivate let mark: FileMark
  }

  /// Call this in the transaction, before its COMMIT.
  func moment() -> Moment {
    Moment(newest: state.withLock { $0.newest }, mark: FileMark(path: path))
  }

  /// Adds a commit of Studio itself, also while no tab shows the timeline.
  func add(own commit: TimelineCommit, after moment: Moment) {
    guard !commit.tables.isEmpty || commit.schemaChanged else { return }
    let number = state.withLock { state in
      if !state.isRunning, state.lastMark == moment.mark { state.lastMark = FileMark(path: path) }
      // The thread of the timeline can have found the commit already.
      let seen = state.recent.last { number, found in
        number > moment.newest && found.source != .studio && !found.tables.isEmpty
          && found.isPart(of: commit)
      }
      if let seen {
        state.replace(seen.number, by: commit)
        return seen.number
      }
      if state.isRunning { state.expected.append((commit, .now)) }
      return state.append(commit)
    }
    didAdd(number)
  }

  private func add(logged commit: TimelineCommit) {
    let number = state.withLock { state -> Int? in
      let own = state.expected.firstIndex { !commit.tables.isEmpty && commit.isPart(of: $0.commit) }
      guard let own else { return state.append(commit) }
      state.expected.remove(at: own)
      return nil
    }
    if let number { didAdd(number) }
  }

  /// Adds what a comparison has found, without the commits of Studio itself.
  private func add(compared found: TimelineCommit) {
    let number = state.withLock { state -> Int? in
      // A change that an undo has taken back is never found.
      state.expected.removeAll { $0.time.duration(to: .now) > .seconds(5) }
      // The comparison may have read the file before the newest of these commits.
      let seenEnd = state.expected.lastIndex { $0.commit.hasResult(in: found) }.map { $0 + 1 } ?? 0
      let read = state.expected.prefix(seenEnd)
      var own = TimelineCommit(.studio)
      for (commit, _) in read { own.merge(commit) }
      var commit = found
      commit.tables = commit.tables.compactMap { table in
        let changed = own.tables.first { $0.isNamed(table.name) }
        guard let changed else { return table }
        return table.without(rowsOf: changed)
      }
      commit.uncompared.removeAll { name in own.tables.contains { $0.isNamed(name) } }
      let isSeen = { (table: TimelineCommit.Table) in
        found.tables.contains { $0.isNamed(table.name) } || found.uncompared.contains(table.name)
      }
      let unseen = read.filter { !$0.commit.tables.contains(where: isSeen) }
      if unseen.count < read.count { commit.uncompared = [] }
      state.expected.replaceSubrange(..<seenEnd, with: unseen)
      guard !commit.isEmpty else { return nil }
      return state.append(commit)
    }
    if let number { didAdd(number) }
  }

  private func add(_ commit: TimelineCommit) {
    didAdd(state.withLock { $0.append(commit) })
  }
}

/// A request for commits: the parameters of the address.
struct CommitsRequest {
  private(set) var before: Int?
  private(set) var limit = 100

  private static let limits = 1...200

  init(target: String) throws(StudioError) {
    guard let mark = target.utf8.firstIndex(of: UInt8(ascii: "?")) else { return }
    let query = target[target.utf8.index(after: mark)...]
    for part in query.split(separator: "&", omittingEmptySubsequences: false) {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard pair.count == 2, let value = Int(pair[1]), value > 0 else { throw .invalidRequest }
      switch pair[0] {
      case "before": before = value
      case "limit": limit = value
      default: throw .invalidRequest
      }
    }
    guard CommitsRequest.limits.contains(limit) else { throw .invalidRequest }
  }
}
