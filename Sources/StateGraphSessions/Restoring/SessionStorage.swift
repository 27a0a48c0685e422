import Logging
import StateGraphCore
import StateGraphPersistence
import StateGraphPresentation

/// Keeps the state of a machine in a node of the graph and in the row of a session. Each transition
/// is one transaction.
///
/// Only the actor of the machine uses this object.
final class SessionStorage<Value: Codable>: Storage {
  private let node: Stored<Value>
  private let session: Session
  /// The number of the machine, by which the session knows whether it was restored again since.
  private let owner: UInt64
  private let type: String
  private let version: Int64
  private let refusal: ((SessionError) -> Void)?

  /// The revision of the row that this object has read or written last, or nil if there is no row.
  private var revision: Int64?
  /// The JSON text of the state after the last transition, or nil if the state cannot be encoded.
  private var savedText: String?
  /// The stored requests by their ids.
  private var requests: [ByteText: RequestToken]
  /// Logs the transitions. It is nil if the session does not log them.
  private var recorder: TransitionRecorder?

  /// Creates the storage of a machine whose state is in `node`.
  init<T: RestorableTransducer>(of machine: SessionMachine<T>, in node: Stored<Value>)
  where T.State == Value {
    self.node = node
    session = machine.session
    owner = machine.number
    type = T.storedName
    version = Int64(T.stateVersion)
    revision = machine.restoration.revision
    requests = [:]
    for request in machine.restoration.requests {
      requests[ByteText(request.token.id)] = request.token
    }
    recorder = machine.recorder
    refusal = machine.refusal
    savedText = try? JSONText.encode(node.wrappedValue)
  }

  var value: Value {
    get { withoutGraphTracking { node.wrappedValue } }
    set { node.wrappedValue = newValue }
  }

  func transition<T: BaseTransducer>(
    _ context: TransitionContext<T>,
    _ update: (inout Value) -> Transition<T>
  ) throws -> Transition<T> where T.State == Value {
    var next = value
    let transition = update(&next)
    let parts = EffectParts(transition.effect)
    var place: Int?
    var failure: DatabaseError?
    do {
      // The observers of entities and of the state are called once, and see both.
      try withGraphBatch {
        failure = try commit(next, parts: parts, context: context, place: &place)
        value = next
      }
    } catch {
      let error = SessionError.refused(session.name, error: error)
      if let event = parts.alternative(to: error, at: place) {
        return Transition(effect: .event(event), output: nil)
      }
      if !context.isAwaited { report(error) }
      throw error
    }
    // The handler is code of the app, which may read the state.
    if let failure { WriteFailureReport(of: session.database).committed(despite: failure) }
    return Transition(effect: parts.rest, output: transition.output)
  }

  private func report(_ error: SessionError) {
    if let refusal { return refusal(error) }
    session.database.configuration.logger.error("A transition was refused and undone. \(error)")
  }
}

// MARK: - The transaction

extension SessionStorage {
  /// Writes what a transition changes in one transaction. Makes no commit if it changes nothing.
  ///
  /// - Parameter place: The index of the part that is being performed, or nil outside of the parts.
  /// - Returns: The error `.notDurable` if the transaction is committed, but not durable.
  private func commit<T: BaseTransducer>(
    _ next: Value,
    parts: EffectParts<T>,
    context: TransitionContext<T>,
    place: inout Int?
  ) throws -> DatabaseError? {
    guard session.isOwner(owner) else { throw SessionError.superseded(session.name) }
    let text = try encoded { try JSONText.encode(next) }
    let completed = context.completedRequest.flatMap { token in
      requests[ByteText(token.id)] === token ? token.id : nil
    }
    let isChanged = savedText?.hasSameBytes(as: text) != true
    guard isChanged || completed != nil || !parts.transaction.isEmpty else { return nil }
    // Any program may have written the revision, so the addition must not trap.
    let row = SessionRow(type: type, version: version, revision: (revision ?? 0) &+ 1, state: text)
    let failure = try write(named: parts.nameOfFirstWrite) {
      // This comes first, because the transition may store a new request with the same id.
      if let completed {
        try perform(TransactionEffect<T>.cancelRequest(completed), env: context.env)
      }
      for (index, part) in parts.transaction.enumerated() {
        place = index
        try perform(part, env: context.env)
      }
      place = nil
      try session.database.withWriter { writer in
        try recorder?.record(context.event, state: text, on: writer)
        guard isChanged else { return }
        guard
          try SessionTable.write(row, of: session.name, replacing: revision, on: writer)
        else { throw SessionError.changedElsewhere(session.name) }
      }
    }
    recorder?.didCommit()
    savedText = text
    if isChanged { revision = row.revision }
    if let completed { requests[ByteText(completed)] = nil }
    for part in parts.transaction {
      switch part {
      case .write: break
      case .request(let request): requests[ByteText(request.token.id)] = request.token
      case .cancelRequest(let id): requests[ByteText(id)] = nil
      }
    }
    return failure
  }

  /// Runs `body` as one transaction, which is a step of the undo log if it has a write.
  ///
  /// - Returns: The error `.notDurable` if the transaction is committed. The machine must then have
  ///   the state that is in the row.
  private func write(named name: String?, _ body: () throws -> Void) throws -> DatabaseError? {
    // The body may throw the same error, of a write to another database. The transition is then
    // undone.
    var hasRun = false
    func run() throws {
      try body()
      hasRun = true
    }
    do {
      if let undoLog = session.undoLog, let name {
        try session.database.write(undo: name, in: undoLog, run)
      } else {
        try session.database.write(run)
      }
    } catch let error as DatabaseError where hasRun && error.code == .notDurable {
      return error
    }
    return nil
  }

  private func perform<T: BaseTransducer>(_ part: TransactionEffect<T>, env: T.Env) throws {
    switch part {
    case .write(_, let body, _): try body(env)
    case .request(let request):
      let text = try encoded(request.encoded)
      try session.database.withWriter { writer in
        try RequestTable.insert(request.token.id, text: text, of: session.name, on: writer)
      }
    case .cancelRequest(let id):
      try session.database.withWriter { writer in
        try RequestTable.delete(id, of: session.name, on: writer)
      }
    }
  }

  private func encoded(_ encode: () throws -> String) throws -> String {
    do {
      return try encode()
    } catch {
      throw SessionError.unencodable(session.name, cause: error)
    }
  }
}

extension EffectParts {
  /// The name of the first write, or nil if the transition has no write.
  fileprivate var nameOfFirstWrite: String? {
    for case .write(let name, _, _) in transaction { return name }
    return nil
  }
}
