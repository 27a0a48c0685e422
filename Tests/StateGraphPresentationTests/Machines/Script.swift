import StateGraphPresentation
import TestSupport
import Testing

/// A transducer whose events bring their effects with them, so that each test can write its own.
enum Script: EffectTransducer {
  typealias Output = Int
  typealias Env = Recorder<String>
  typealias Body = @Sendable () -> StateGraphPresentation.Effect<Script>

  enum Event: Sendable {
    case note(Int)
    case perform(Int, Body)
    case end(Int, Body? = nil)
  }

  struct State: Terminable {
    var notes: [Int] = []
    var isTerminal = false
  }

  static var initialState: State { State() }

  static func update(_ state: inout State, event: Event) -> (Self.Effect?, Output) {
    switch event {
    case .note(let number):
      state.notes.append(number)
      return (nil, number)
    case .perform(let number, let body):
      state.notes.append(number)
      return (body(), number)
    case .end(let number, let body):
      state.notes.append(number)
      state.isTerminal = true
      return (body?(), number)
    }
  }
}

/// Runs a script of events that are sent before the start. The last one should end it.
@MainActor
@discardableResult
func run(
  _ events: [Script.Event],
  log: Recorder<String> = Recorder(),
  output: some Subject<Int> = NoCallback<Int>()
) async throws -> Int {
  let proxy = Script.Proxy()
  for event in events { try proxy.send(event) }
  return try await Script.run(
    initialState: Script.initialState,
    proxy: proxy,
    env: log,
    output: output
  )
}

/// A signal that a task waits for without a thread. It is sent once, and waited for once.
struct Signpost: Sendable {
  private let stream: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  init() {
    (stream, continuation) = AsyncStream.makeStream()
  }

  func send() {
    continuation.yield()
    continuation.finish()
  }

  /// Returns when the signal was sent, or the task is cancelled. A second call would return at once,
  /// before what it waits for has happened, so it fails the test.
  func wait() async {
    for await _ in stream { return }
    if !Task.isCancelled { Issue.record("a signpost was waited for twice") }
  }

  /// Returns when the signal was sent, whether or not the task is cancelled.
  func waitIgnoringCancellation() async {
    await Task { await wait() }.value
  }
}

/// The result of a task. It fails if the task ends neither in the time of a gate, nor in the 10,000
/// turns after that.
///
/// On a busy machine, a task may wait for seconds between two of its turns. A task that yields once
/// for each turn waits in the same queue, and therefore gives the awaited task as many turns. On an
/// idle machine, 10,000 turns take milliseconds.
func result<Success: Sendable>(of task: Task<Success, any Error>) async throws -> Success {
  let ended = Gate()
  Task {
    _ = await task.result
    ended.open()
  }
  // The task has its own thread, because a gate blocks its thread.
  let wait = Task.detached(executorPreference: ThreadPerJobExecutor()) { ended.wait() }
  if await !wait.value {
    await Task.detached { for _ in 0..<10_000 where !ended.hasOpened { await Task.yield() } }.value
  }
  guard ended.hasOpened else { throw TestFailure("the task did not end in time") }
  return try await task.value
}

/// Suspends until the task is cancelled.
func untilCancelled() async { await Signpost().wait() }

struct Mishap: Error, Equatable {
  var number = 0
}
