/// Runs a transducer step by step in a test, and reports outputs and operations that the test did
/// not expect.
///
/// The tester runs the code of a real machine, but the machine starts no operation (asynchronous
/// work of an effect) by itself. The test runs each operation with
/// ``runOperation(_:fileID:filePath:line:column:systemActor:)``, without its delay. The tester
/// performs the writes of a transition with the environment of the test, but in no transaction: if
/// a write throws an error, only the state is as before. The test must
/// expect each output before it sends the next event or runs the next operation. When the test
/// calls ``finish(fileID:filePath:line:column:)`` or releases the tester, the tester reports all
/// outputs that the test did not expect and all operations that it did not run.
public final class TransducerTester<T: BaseTransducer> {
  /// A difference between the expectations of a test and the behaviour of the machine, with the
  /// source location of the call that found it.
  public struct Failure: Sendable, CustomStringConvertible {
    /// A sentence for the developer that describes the difference.
    public let message: String
    /// The source file of the test's call, as `#fileID` gives it for Swift Testing's
    /// `SourceLocation`.
    public let fileID: String
    /// The full path of the same source file, as `#filePath` gives it.
    public let filePath: String
    /// The line of the test's call. The first line of a file is 1.
    public let line: Int
    /// The column of the test's call. The first column of a line is 1.
    public let column: Int

    public var description: String { "\(fileID):\(line): \(message)" }
  }

  private typealias Place = (fileID: String, filePath: String, line: Int, column: Int)

  /// Collects the outputs that the machine sent and that the test has not yet expected, the oldest
  /// first.
  private final class Outputs {
    var values: [T.Output] = []
  }

  private let machine: Machine<T, TrialStorage<T.State>, Callback<T.Output>>
  private let outputs = Outputs()
  private let proxy = T.Proxy()
  private let report: (Failure) -> Void
  private let created: Place
  private var isStarted = false
  private var hasEnded = false
  private var isFinished = false

  /// The state of the machine after the events that the test has sent.
  public var state: T.State { machine.storage.value }

  /// Creates a tester. Its machine starts with the first call that sends an event, runs an
  /// operation or expects an output.
  ///
  /// - Parameters:
  ///   - type: The type of the transducer.
  ///   - initialState: The state in which the machine starts.
  ///   - env: The environment that the effects receive.
  ///   - fileID: The source file that a failure names if it is found when the tester is released.
  ///   - filePath: The path of this source file.
  ///   - line: The line in this file.
  ///   - column: The column in this line.
  ///   - report: Receives each failure, and records it with the test library of the caller.
  public init(
    of type: T.Type = T.self,
    initialState: T.State,
    env: T.Env,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column,
    report: @escaping (Failure) -> Void
  ) {
    self.report = report
    created = (fileID, filePath, line, column)
    machine = Machine(
      storage: TrialStorage(initialState),
      proxy: proxy,
      env: env,
      output: Callback { [outputs] value in outputs.values.append(value) },
      clock: ContinuousClock()
    )
    machine.operations.held = HeldOperations()
    _ = machine.operations.reserveChannel()
  }

  deinit {
    checkFinished(created)
    proxy.cancel()
  }

  /// Sends `event` to the machine, which processes the event and all events that the actions of its
  /// effects return. Expect each output of these transitions with
  /// ``expectOutput(_:fileID:filePath:line:column:systemActor:)`` before the next call of `send`.
  public func send(
    _ event: T.Event,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column,
    systemActor: isolated any Actor = #isolation
  ) async {
    let place = (fileID, filePath, line, column)
    await start(place, on: systemActor)
    checkOutputs(place)
    guard !hasEnded else {
      return fail("the machine has ended before the event \(event)", at: place)
    }
    do {
      try await machine.process(event, on: systemActor)
    } catch {
      end(error, at: place)
    }
    checkRefusals(place)
  }

  /// Runs the operation `id` to its end, and processes the events that the operation sends. Reports
  /// a failure if the machine has not started an operation with this id.
  public func runOperation(
    _ id: some Hashable & Sendable,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column,
    systemActor: isolated any Actor = #isolation
  ) async {
    await run(OperationID(id), place: (fileID, filePath, line, column), on: systemActor)
  }

  /// Runs the oldest operation that the machine started and the test has not run. Processes the
  /// events that the operation sends. Reports a failure if the test has run all operations.
  public func runOperation(
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column,
    systemActor: isolated any Actor = #isolation
  ) async {
    await run(nil, place: (fileID, filePath, line, column), on: systemActor)
  }

  /// Removes the oldest output that the test has not expected yet, and passes it to `isExpected`.
  /// Reports a failure if there is no such output or `isExpected` returns false.
  public func expectOutput(
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column,
    systemActor: isolated any Actor = #isolation,
    where isExpected: (T.Output) -> Bool
  ) async {
    let place = (fileID, filePath, line, column)
    await start(place, on: systemActor)
    guard !outputs.values.isEmpty else { return fail("there is no output", at: place) }
    let output = outputs.values.removeFirst()
    if !isExpected(output) { fail("the output was \(output)", at: place) }
  }

  /// Removes the oldest output that the test has not expected yet, and compares it with `expected`.
  /// Reports a failure if there is no such output or it differs from `expected`.
  public func expectOutput(
    _ expected: T.Output,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column,
    systemActor: isolated any Actor = #isolation
  ) async where T.Output: Equatable {
    await expectOutput(
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column,
      systemActor: systemActor
    ) { $0 == expected }
  }

  /// Reports the outputs that the test did not expect and the operations that it did not run. A
  /// second call does nothing. Without a call, the tester does this when it is released.
  public func finish(
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) {
    checkFinished((fileID, filePath, line, column))
  }

  private func start(_ place: Place, on actor: isolated any Actor) async {
    guard !isStarted else { return }
    isStarted = true
    do {
      try await machine.start(actor)
    } catch {
      end(error, at: place)
    }
  }

  private func run(_ id: OperationID?, place: Place, on actor: isolated any Actor) async {
    await start(place, on: actor)
    checkOutputs(place)
    guard let operation = machine.operations.held?.take(id) else {
      return fail("no operation \(id.map { "\($0) " } ?? "")is running", at: place)
    }
    do {
      try await machine.finish(operation, on: actor)
    } catch is CancellationError {
    } catch {
      end(error, at: place)
    }
    checkRefusals(place)
  }

  private func checkRefusals(_ place: Place) {
    for error in machine.storage.takeRefusals() { fail("a write was refused: \(error)", at: place) }
  }

  private func end(_ error: any Error, at place: Place) {
    hasEnded = true
    let reason = machine.end(with: error)
    fail("the machine ended with the error \(reason)", at: place)
  }

  private func checkOutputs(_ place: Place) {
    // A transducer without an output type has the output `Void` in every transition. A test does
    // not have to expect these outputs.
    if T.Output.self != Void.self {
      for output in outputs.values { fail("the output \(output) was not expected", at: place) }
    }
    outputs.values = []
    if machine.storage.value.isTerminal {
      hasEnded = true
      machine.operations.held?.cancelAll()
    }
  }

  private func checkFinished(_ place: Place) {
    guard !isFinished else { return }
    isFinished = true
    checkOutputs(place)
    for operation in machine.operations.held?.operations ?? [] {
      let name = operation.id.map { "\($0)" } ?? "without an id"
      fail("the operation \(name) is still running", at: place)
    }
  }

  private func fail(_ message: String, at place: Place) {
    report(
      Failure(
        message: message,
        fileID: place.fileID,
        filePath: place.filePath,
        line: place.line,
        column: place.column
      )
    )
  }
}

extension TransducerTester where T.Env == Void {
  /// Creates a tester of a transducer whose effects need no environment.
  ///
  /// The parameters are those of
  /// `init(of:initialState:env:fileID:filePath:line:column:report:)`.
  public convenience init(
    of type: T.Type = T.self,
    initialState: T.State,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column,
    report: @escaping (Failure) -> Void
  ) {
    self.init(
      of: type,
      initialState: initialState,
      env: (),
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column,
      report: report
    )
  }
}
