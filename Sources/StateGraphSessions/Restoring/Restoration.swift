import StateGraphPersistence
import StateGraphPresentation

/// The state of a machine as its session contains it, and its unfinished requests.
struct Restoration<T: RestorableTransducer> {
  let state: T.State
  /// The revision of the row, or nil if the file has no row of the session.
  let revision: Int64?
  /// Whether the state is that of an earlier machine, which had not ended.
  let isResumed: Bool
  let requests: [DurableRequest<T>]
  /// The number of the newest logged transition, or zero if none is logged.
  let lastTransition: Int64

  /// Reads the row and the requests of a session. Writes nothing.
  ///
  /// The state of a machine that has ended cannot continue. The new machine then begins with the
  /// initial state.
  init(_ session: Session) throws(SessionError) {
    let name = session.name
    let found: (row: SessionRow?, requests: [(id: String, text: String?)], last: Int64)
    do {
      found = try session.database.read {
        (
          try SessionTable.row(of: name, in: session.database),
          try RequestTable.requests(of: name, in: session.database),
          session.loggedTransitions == 0
            ? 0 : try TransitionTable.lastNumber(of: name, in: session.database)
        )
      }
    } catch {
      throw .unreadable(name, cause: error)
    }
    guard TransitionTable.lastNumbers.contains(found.last) else { throw .damagedLog(name) }
    (revision, lastTransition) = (found.row?.revision, found.last)
    let stored = try found.row.map { row throws(SessionError) in try Self.state(of: row, name) }
    isResumed = stored.map { !$0.isTerminal } ?? false
    state = isResumed ? stored ?? T.initialState : T.initialState
    requests = try found.requests.map { request throws(SessionError) in
      try Self.request(request.id, text: request.text, session: name)
    }
  }

  private static func state(
    of row: SessionRow,
    _ session: String
  ) throws(SessionError) -> T.State {
    guard row.type.hasSameBytes(as: T.storedName) else {
      throw .foreignState(session, expected: T.storedName)
    }
    guard row.version <= Int64(T.stateVersion) else {
      throw .newerState(session, version: row.version, known: T.stateVersion)
    }
    guard let text = row.state else { throw .damagedState(session, cause: InvalidText()) }
    guard row.version == Int64(T.stateVersion) else {
      return try migrated(text, from: row.version, session: session)
    }
    do {
      return try JSONText.decode(T.State.self, from: text)
    } catch {
      throw .damagedState(session, cause: error)
    }
  }

  private static func migrated(
    _ text: String,
    from version: Int64,
    session: String
  ) throws(SessionError) -> T.State {
    do {
      if let state = try T.migrate(StoredState(json: text), from: Int(version)) { return state }
    } catch {
      throw .olderState(session, version: version, cause: error)
    }
    throw .olderState(session, version: version, cause: nil)
  }

  private static func request(
    _ id: String,
    text: String?,
    session: String
  ) throws(SessionError) -> DurableRequest<T> {
    guard let text else { throw .damagedRequest(session, cause: InvalidText()) }
    do {
      return .stored(id, request: try JSONText.decode(T.Request.self, from: text))
    } catch {
      throw .damagedRequest(session, cause: error)
    }
  }

  /// What the new machine does before its first event.
  var resumption: Resumption<T> {
    let isResumed = isResumed
    return Resumption(
      unfinished: requests.isEmpty ? nil : .sequence(requests.map { Effect(performing: $0) })
    ) { state in
      Transition(effect: isResumed ? T.resumed(&state) : nil, output: nil)
    }
  }
}

/// The cause of an error: a text in the file is not UTF-8.
struct InvalidText: Error, CustomStringConvertible {
  var description: String { "The text is not UTF-8." }
}
