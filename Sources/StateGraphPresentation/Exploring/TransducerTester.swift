/// Steps a machine in a test, and reports what the test did not expect.
///
/// It runs the same code as a machine does, but it starts no operation: the test runs each one with
/// ``runOperation(_:fileID:filePath:line:column:systemActor:)``, without its delay. An output must
/// be expected before the next event, and no operation may be left when the tester is finished or
/// released.
public final class TransducerTester<T: BaseTransducer> {
  /// What the test did not expect, and where.
  public struct Failure: Sendable, CustomStringConvertible {
    /// What happened.
    public let message: String
    /// The place of the call, as Swift Testing's `SourceLocation` wants it.
    public let fileID: String
    /// The full path of the file.
    public let filePath: String
    /// The line, from 1.
    public let line: Int
    /// The column, from 1.
    public let column: Int

    public var description: String { "\(fileID):\(line): \(message)" }
  }

  private typealias Place = (fileID: String, filePath: String, line: Int, column: Int)

  /// Collects the outputs for the test.
  private final class Outputs {
    var values: [T.Output] = []
  }

  private let machine: Machine<T, LocalStorage<T.State>, Callback<T.Output>>
  private let outputs = Outputs()
  private let proxy = T.Proxy()
  private let report: (Failure) -> Void
  private let created: Place
  private var isStarted = false
  private var hasEnded = false
  private var isFinished = false

  /// The present state.
  public var state: T.State { machine.storage.value }

  /// Creates a machine that has had no event.
  ///
  /// - Parameters:
  ///   - type: The transducer.
  ///   - initialState: The first state; nil for the transducer's own.
  ///   - env: What effects use.
  ///   - fileID: The file of the test, for what is left at the end.
  ///   - filePath: The path of the file.
  ///   - line: The line.
  ///   - column: The column.
  ///   - report: Records a failure with the test's own library.
  public init(
    of type: T.Type = T.self,
    initialState: T.State? = nil,
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
      storage: LocalStorage(initialState ?? T.initialState),
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

  /// Processes an event, the events of its actions and their outputs.
  public func send(
    _ event: T.Event,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column,
    systemActor: isolated any Actor = #isolation
  ) async {
    let place = (fileID, filePath, line, column)
    await start(place, systemActor)
    checkOutputs(place)
    guard !hasEnded else { return fail("the machine has ended before the event \(event)", place) }
    do {
      try await machine.process(event, systemActor)
    } catch {
      end(error, place)
    }
  }

  /// Runs the first operation with this id to its end, and processes the events that it sends.
  public func runOperation(
    _ id: some Hashable & Sendable,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column,
    systemActor: isolated any Actor = #isolation
  ) async {
    await run(OperationID(id), (fileID, filePath, line, column), systemActor)
  }

  /// Runs the first operation to its end, and processes the events that it sends.
  public func runOperation(
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column,
    systemActor: isolated any Actor = #isolation
  ) async {
    await run(nil, (fileID, filePath, line, column), systemActor)
  }

  /// Removes the first output that is left, and reports a failure unless `isExpected` is true for
  /// it.
  public func expectOutput(
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column,
    systemActor: isolated any Actor = #isolation,
    where isExpected: (T.Output) -> Bool
  ) async {
    let place = (fileID, filePath, line, column)
    await start(place, systemActor)
    guard !outputs.values.isEmpty else { return fail("there is no output", place) }
    let output = outputs.values.removeFirst()
    if !isExpected(output) { fail("the output was \(output)", place) }
  }

  /// Removes the first output that is left, and reports a failure unless it equals `expected`.
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

  /// Reports the outputs that were not expected and the operations that were not run.
  public func finish(
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) {
    checkFinished((fileID, filePath, line, column))
  }

  private func start(_ place: Place, _ actor: isolated any Actor) async {
    guard !isStarted else { return }
    isStarted = true
    do {
      try await machine.start(actor)
    } catch {
      end(error, place)
    }
  }

  private func run(_ id: OperationID?, _ place: Place, _ actor: isolated any Actor) async {
    await start(place, actor)
    checkOutputs(place)
    guard let operation = machine.operations.held?.take(id) else {
      return fail("no operation \(id.map { "\($0) " } ?? "")is running", place)
    }
    do {
      try await machine.finish(operation, actor)
    } catch is CancellationError {
    } catch {
      end(error, place)
    }
  }

  private func end(_ error: any Error, _ place: Place) {
    hasEnded = true
    let reason = machine.end(with: error)
    fail("the machine ended with the error \(reason)", place)
  }

  private func checkOutputs(_ place: Place) {
    // Every transition of a machine without an output type has the output Void.
    if T.Output.self != Void.self {
      for output in outputs.values { fail("the output \(output) was not expected", place) }
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
      fail("the operation \(name) is still running", place)
    }
  }

  private func fail(_ message: String, _ place: Place) {
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
  /// Creates a machine without an environment.
  ///
  /// The parameters are those of
  /// ``init(of:initialState:env:fileID:filePath:line:column:report:)``.
  public convenience init(
    of type: T.Type = T.self,
    initialState: T.State? = nil,
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
