import StateGraphThreads

/// The stream of events of one tab, and the windows that the tab shows.
///
/// A slow client costs no more memory than a fast one: for each window, the stream has one state
/// that the client knows, and the newest one, which replaces an older one that was not sent.
final class LiveStream: AnswerParts, Sendable {
  struct View: Sendable {
    let id: String
    let window: LiveWindow
    /// The JSON of the request. A view with the same JSON keeps its state.
    let source: [UInt8]
    var newest: WindowState?
    var sent: WindowState?
    var pace = ReadPace()
  }

  private struct State {
    var views: [View] = []
    /// Events that wait to be sent and belong to no window. There is at most one of each name,
    /// because a new event replaces an older one.
    var notices: [(name: String, event: [UInt8])] = []
    var isBeatDue = false
    var isEnded = false
    var waiter: CheckedContinuation<Void, Never>?
    var lastFlush: ContinuousClock.Instant?
  }

  /// The shortest time between two events of the stream.
  private static let flushInterval = Duration.milliseconds(50)

  let id = SecretText().text
  private let state = Guarded(State())
  private let didEnd: @Sendable (LiveStream) -> Void

  /// - Parameters:
  ///   - schema: The schema of the file at the start, for the first event.
  ///   - didEnd: Is called once when the client is gone.
  init(schema: String, didEnd: @escaping @Sendable (LiveStream) -> Void) {
    self.didEnd = didEnd
    let hello = JSONBuilder.answer { writer in
      writer.member("stream", text: id)
      writer.member("schema", text: schema)
    }
    state.withLock { $0.notices = [("hello", StreamEvent.bytes("hello", data: hello))] }
  }

  var views: [View] { state.withLock { $0.views } }

  /// Replaces the windows. A window with the same request keeps its state.
  func show(_ views: [View]) {
    state.withLock { state in
      state.views = views.map { view in
        state.views.first { $0.id.utf8.elementsEqual(view.id.utf8) && $0.source == view.source }
          ?? view
      }
    }
  }

  /// Stores what was read for a window, if the stream still shows it.
  func update(_ view: View, to newest: WindowState, pace: ReadPace) {
    change { state in
      let index = state.views.firstIndex {
        $0.id.utf8.elementsEqual(view.id.utf8) && $0.source == view.source
      }
      guard let index else { return }
      state.views[index].newest = newest
      state.views[index].pace = pace
    }
  }

  /// Queues an event. It replaces a waiting one with the same name and subject.
  func notify(_ name: String, subject: String = "", data: [UInt8]) {
    let key = name + " " + subject
    change { state in
      state.notices.removeAll { $0.name.utf8.elementsEqual(key.utf8) }
      state.notices.append((key, StreamEvent.bytes(name, data: data)))
    }
  }

  /// Lets the stream send a sign of life.
  func beat() { change { $0.isBeatDue = true } }

  func end() {
    let wasEnded = state.withLock { state in
      defer { state.isEnded = true }
      return state.isEnded
    }
    change { _ in }
    if !wasEnded { didEnd(self) }
  }

  private func change(_ body: (inout State) -> Void) {
    let waiter = state.withLock { state in
      body(&state)
      defer { state.waiter = nil }
      return state.waiter
    }
    waiter?.resume()
  }
}

// MARK: - Sending

extension LiveStream {
  func next() async -> [UInt8]? {
    await withTaskCancellationHandler {
      while true {
        await wait()
        await pause()
        let (part, isEnded) = takePart()
        if isEnded { return nil }
        if let part { return part }
      }
    } onCancel: {
      end()
    }
  }

  /// Returns all events that the client lacks. The client then knows the newest state.
  private func takePart() -> (part: [UInt8]?, isEnded: Bool) {
    state.withLock { state in
      guard !state.isEnded else { return (nil, true) }
      var part = state.notices.flatMap(\.event)
      state.notices = []
      for index in state.views.indices {
        let view = state.views[index]
        guard let newest = view.newest, newest != view.sent else { continue }
        guard view.window.hasRows else { continue }
        part += newest.event(view: view.id, from: view.sent)
        state.views[index].sent = newest
      }
      if part.isEmpty, state.isBeatDue { part = StreamEvent.beat }
      guard !part.isEmpty else { return (nil, false) }
      state.isBeatDue = false
      state.lastFlush = .now
      return (part, false)
    }
  }

  private func wait() async {
    await withCheckedContinuation { continuation in
      let isReady = state.withLock { state in
        let hasNews =
          !state.notices.isEmpty || state.isBeatDue || state.isEnded
          || state.views.contains { $0.newest != nil && $0.newest != $0.sent && $0.window.hasRows }
        if !hasNews { state.waiter = continuation }
        return hasNews
      }
      if isReady { continuation.resume() }
    }
  }

  /// Waits until the interval after the last event has passed.
  private func pause() async {
    guard let last = state.withLock({ $0.lastFlush }) else { return }
    let rest = ContinuousClock.now.duration(to: last.advanced(by: LiveStream.flushInterval))
    if rest > .zero { try? await Task.sleep(for: rest) }
  }
}

extension LiveStream.View {
  var isForCommits: Bool {
    if case .commits = window { true } else { false }
  }

  var isForTraces: Bool {
    if case .traces = window { true } else { false }
  }
}

/// A server-sent event (<https://html.spec.whatwg.org/multipage/server-sent-events.html>).
enum StreamEvent {
  /// A line that clients ignore. It shows that the connection works.
  static let beat = Array(":\n\n".utf8)

  /// - Parameter data: JSON without line feeds.
  static func bytes(_ name: String, data: [UInt8]) -> [UInt8] {
    Array("event: \(name)\ndata: ".utf8) + data + Array("\n\n".utf8)
  }
}
