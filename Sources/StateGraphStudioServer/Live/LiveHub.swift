import StateGraphSQLite
import StateGraphThreads
import StateGraphTools

/// Keeps the windows of all tabs current: watches the file, and reads each visible window again
/// after a commit of any program.
///
/// The visible windows bound the work. The size of a commit does not matter.
final class LiveHub: Sendable {
  private struct State {
    var streams: [LiveStream] = []
    var hasNewViews = false
    var commitCount = 0
    var isStarted = false
    var isClosed = false
    var fileState = FileState.ok
  }

  enum FileState: String, Sendable {
    case ok, missing, replaced, locked, damaged
    /// The file cannot be read, for example because of its permissions.
    case unreadable

    /// The state of a file that cannot be watched.
    init(_ error: StudioError) {
      switch error.code {
      case "fileMissing": self = .missing
      case "busy": self = .locked
      case "damaged": self = .damaged
      default: self = .unreadable
      }
    }
  }

  private static let streamLimit = 4
  private static let beatInterval = Duration.seconds(5)

  private let path: String
  private let positions: PositionKeeper
  /// The graph of the app that embeds the server, or nil.
  private let graph: (any GraphSource)?
  private let state = Monitor(State())
  private let didChangeViews: @Sendable (LiveHub) -> Void

  /// - Parameters:
  ///   - path: The path of the database file.
  ///   - positions: The places of rows, for a window at a position of the scroll bar.
  ///   - graph: The graph of the app that embeds the server, or nil.
  ///   - didChangeViews: Is called after the windows of a tab have changed, or a tab is gone.
  init(
    path: String,
    positions: PositionKeeper,
    graph: (any GraphSource)? = nil,
    didChangeViews: @escaping @Sendable (LiveHub) -> Void
  ) {
    (self.path, self.positions, self.didChangeViews) = (path, positions, didChangeViews)
    self.graph = graph
  }

  /// Ends all streams and threads.
  func close() {
    let streams = state.change { state in
      state.isClosed = true
      return state.streams
    }
    for stream in streams { stream.end() }
  }

  /// Opens the stream of a tab. The first one starts the threads.
  func open(schema: String) throws(StudioError) -> LiveStream {
    let stream = LiveStream(schema: schema) { [weak self] ended in
      guard let self else { return }
      state.change { state in state.streams.removeAll { $0 === ended } }
      didChangeViews(self)
    }
    let (isOpen, isFirst) = state.change { state in
      guard state.streams.count < LiveHub.streamLimit, !state.isClosed else {
        return (false, false)
      }
      state.streams.append(stream)
      defer { state.isStarted = true }
      return (true, !state.isStarted)
    }
    guard isOpen else { throw .tooManyStreams }
    if isFirst { start() }
    return stream
  }

  /// Replaces the windows of a stream.
  func show(_ views: [LiveStream.View], in id: String) throws(StudioError) {
    let stream = state.read { state in
      state.streams.first { $0.id.utf8.elementsEqual(id.utf8) }
    }
    guard let stream else { throw .streamMissing }
    stream.show(views)
    state.change { $0.hasNewViews = true }
    didChangeViews(self)
  }

  /// Sends an event to all streams.
  func notify(_ name: String, subject: String = "", data: [UInt8]) {
    for stream in state.read({ $0.streams }) { stream.notify(name, subject: subject, data: data) }
  }

  /// Whether a tab shows the timeline.
  var hasTimeline: Bool {
    state.read { $0.streams }.contains { $0.views.contains(where: \.isForCommits) }
  }

  /// Tells the tabs that show the timeline the number of its newest commit.
  func notifyTimeline(newest: Int) {
    for stream in state.read({ $0.streams }) {
      for view in stream.views where view.isForCommits {
        let data = JSONBuilder.answer { writer in
          writer.member("view", text: view.id)
          writer.member("newest", integer: newest)
        }
        stream.notify("commits", subject: view.id, data: data)
      }
    }
  }

  /// Whether a tab shows traces of commits.
  var hasTraces: Bool {
    state.read { $0.streams }.contains { $0.views.contains(where: \.isForTraces) }
  }

  /// Tells the tabs that show traces if there is a new one, or one has more work than before.
  private func notifyTraces(since known: inout Int) {
    guard let graph else { return }
    let changeCount = graph.changeCount
    guard changeCount != known else { return }
    known = changeCount
    for stream in state.read({ $0.streams }) {
      for view in stream.views where view.isForTraces {
        let data = JSONBuilder.answer { writer in
          writer.member("view", text: view.id)
          writer.member("change", integer: changeCount)
        }
        stream.notify("traces", subject: view.id, data: data)
      }
    }
  }

  private func start() {
    SystemThread { self.watch() }?.detach()
    SystemThread { self.readWindows() }?.detach()
  }
}

// MARK: - Watching the file

extension LiveHub {
  private func watch() {
    var inode: UInt64?
    var lastBeat = ContinuousClock.now
    var traceCount = 0
    while !state.read({ $0.isClosed }) {
      do {
        // The shortest time between two reads of the windows is the interval of the watch.
        let watch = try DatabaseWatch(path: path, interval: .milliseconds(50)) {
          self.beatIfDue(&lastBeat)
          self.notifyTraces(since: &traceCount)
          return self.state.read { $0.isClosed }
        }
        try watch.run { _ in
          let found = DatabaseWatch.inode(of: self.path)
          self.report(inode == nil || inode == found ? .ok : .replaced)
          inode = found
          self.state.change { $0.commitCount += 1 }
          return true
        }
      } catch {
        if state.read({ $0.isClosed }) { return }
        report(FileState(StudioError(error)))
        beatIfDue(&lastBeat)
        _ = state.wait(until: { $0.isClosed }, atMost: .milliseconds(250))
      }
    }
  }

  private func report(_ fileState: FileState) {
    let isNew = state.change { state in
      defer { state.fileState = fileState == .replaced ? .ok : fileState }
      return state.fileState != fileState
    }
    guard isNew else { return }
    notify("file", data: JSONBuilder.answer { $0.member("state", text: fileState.rawValue) })
  }

  private func beatIfDue(_ last: inout ContinuousClock.Instant) {
    guard last.duration(to: .now) >= LiveHub.beatInterval else { return }
    last = .now
    for stream in state.read({ $0.streams }) { stream.beat() }
  }
}

// MARK: - Reading the windows

extension LiveHub {
  private func readWindows() {
    let session = ReaderSession(path: path)
    var seen = -1
    var schema: String?
    while true {
      // A slow window is due some time after a commit, and not at a commit.
      state.wait(
        until: { $0.isClosed || $0.hasNewViews || $0.commitCount != seen },
        atMost: .seconds(1)
      )
      let (isClosed, count, streams) = state.change { state in
        state.hasNewViews = false
        return (state.isClosed, state.commitCount, state.streams)
      }
      if isClosed { return }
      let hasCommit = count != seen
      seen = count
      if hasCommit { reportSchema(session, known: &schema) }
      for stream in streams {
        for view in stream.views where view.window.hasRows {
          readIfDue(view, of: stream, session: session, hasCommit: hasCommit)
        }
      }
    }
  }

  private func reportSchema(_ session: ReaderSession, known: inout String?) {
    guard let id = try? session.read({ $1.id }) else { return }
    defer { known = id }
    guard let known, !known.utf8.elementsEqual(id.utf8) else { return }
    notify("schema", data: JSONBuilder.answer { $0.member("schema", text: id) })
  }

  /// The longest time for the SELECT of a window.
  private static let longestRead = Duration.seconds(2)

  private func readIfDue(
    _ view: LiveStream.View,
    of stream: LiveStream,
    session: ReaderSession,
    hasCommit: Bool
  ) {
    var pace = view.pace
    if hasCommit { pace.didCommit() }
    let start = ContinuousClock.now
    guard pace.isDue(at: start) else {
      // A later round reads a slow window.
      if hasCommit, let newest = view.newest { stream.update(view, to: newest, pace: pace) }
      return
    }
    var content: WindowState.Content
    do {
      content = .rows(
        try session.read { connection, schema in
          try StatementDeadline(after: LiveHub.longestRead).run(on: connection) {
            try view.window.read(schema, on: connection, positions: positions)
          }
        }
      )
    } catch {
      let error = StudioError(error)
      // The window keeps its last rows while the file is locked or missing.
      if error.status == 503, let newest = view.newest, !error.isTooSlow {
        pace.didRead(in: .zero, at: start)
        pace.didCommit()
        return stream.update(view, to: newest, pace: pace)
      }
      var writer = JSONBuilder()
      error.write(to: &writer)
      content = .failure(writer.bytes)
    }
    let time = start.duration(to: .now)
    pace.didRead(in: time, at: .now)
    let milliseconds = Double(time.components.attoseconds / 10_000_000_000_000) / 100
    stream.update(
      view,
      to: WindowState(
        content: content,
        isSlow: pace.isSlow,
        milliseconds: Double(time.components.seconds) * 1000 + milliseconds
      ),
      pace: pace
    )
  }
}

extension StudioError {
  var isTooSlow: Bool { code.utf8.elementsEqual(StudioError.tooSlow.code.utf8) }
}
