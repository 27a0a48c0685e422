import StateGraph
import StateGraphPresentation
import TestSupport
import Testing

/// The machine of a view, without a toolkit.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct ViewMachineTests {
  private let state = Stored(wrappedValue: Script.State(notes: [0]))
  private let log = Recorder<String>()
  private let outputs = Recorder<Int>()
  private let results = Recorder<String>()

  /// The machine of a view value with this proxy. `ended` is sent when a machine ends.
  private func configuration(
    _ proxy: Script.Proxy?,
    _ ended: Signpost = Signpost()
  ) -> ViewMachine<Script>.Configuration {
    var configuration = ViewMachine<Script>.Configuration(
      state: state.binding,
      proxy: proxy,
      env: log
    )
    configuration.output = Callback { [outputs] in outputs.record($0) }
    configuration.completion = Completion { [results] result in
      switch result {
      case .success(let output): results.record("\(output)")
      case .failure(let error): results.record("\(error)")
      }
      ended.send()
    }
    return configuration
  }

  /// Sends an event, and returns when its transition is done.
  private func note(_ number: Int, to machine: ViewMachine<Script>) async throws {
    let done = Signpost()
    try machine.input.send(.perform(number) { .init { _ -> Void in done.send() } })
    await done.wait()
  }

  @Test func `the machine begins with the value of the binding, and sets it`() async throws {
    let ended = Signpost()
    let machine = ViewMachine(configuration(nil, ended))
    try await note(1, to: machine)
    #expect(state.wrappedValue.notes == [0, 1])
    try machine.input.send(.end(2))
    await ended.wait()
    #expect(state.wrappedValue.notes == [0, 1, 2])
    #expect(outputs.elements == [1, 2])
    #expect(results.elements == ["2"])
  }

  @Test func `another proxy cancels the machine and starts one from the initial state`()
    async throws
  {
    let ended = Signpost()
    let machine = ViewMachine(configuration(nil, ended))
    try await note(1, to: machine)
    let (old, proxy) = (machine.input, Script.Proxy())
    machine.update(configuration(proxy))
    #expect(state.wrappedValue.notes == [0])
    // Without this requirement, the test would wait for ever for a machine that does not end.
    try #require(throws: TransducerError.ended) { try old.send(.note(2)) }
    await ended.wait()
    try await note(3, to: machine)
    #expect(state.wrappedValue.notes == [0, 3])
    #expect(results.elements.count == 1)
    machine.cancel()
  }

  @Test func `the same proxy, or none, starts nothing`() async throws {
    let proxy = Script.Proxy()
    let machine = ViewMachine(configuration(proxy))
    try await note(1, to: machine)
    machine.update(configuration(proxy))
    machine.update(configuration(nil))
    try await note(2, to: machine)
    #expect(state.wrappedValue.notes == [0, 1, 2])
    #expect(results.elements == [])
    machine.cancel()
  }

  @Test func `cancel ends the machine and its operations, whose later events are refused`()
    async throws
  {
    let (started, refused, ended) = (Signpost(), Signpost(), Signpost())
    let machine = ViewMachine(configuration(nil, ended))
    try machine.input.send(
      .perform(1) {
        .init { log, input in
          started.send()
          await untilCancelled()
          do { try input.send(.note(99)) } catch { log.record("\(error)") }
          refused.send()
        }
      }
    )
    await started.wait()
    machine.cancel()
    try #require(throws: TransducerError.ended) { try machine.input.send(.note(2)) }
    await refused.wait()
    await ended.wait()
    #expect(log.elements == ["\(TransducerError.ended)"])
    #expect(state.wrappedValue.notes == [0, 1])
    #expect(results.elements == ["\(TransducerError.cancelled)"])
  }

  @Test func `cancel cancels an output that is suspended`() async throws {
    let (started, ended) = (Signpost(), Signpost())
    var suspended = configuration(nil, ended)
    suspended.output = Callback { [log] _ in
      started.send()
      do { try await Task.sleep(for: .seconds(86_400)) } catch {
        log.record("\(error is CancellationError)")
        throw error
      }
    }
    let machine = ViewMachine(suspended)
    try machine.input.send(.note(1))
    await started.wait()
    machine.cancel()
    await ended.wait()
    #expect(log.elements == ["true"])
  }
}
