public import StateGraphPersistence
import StateGraphPresentation
import StateGraphThreads

/// A place in a database file that keeps the state of a machine over restarts, such as the state of
/// a window.
///
/// ```swift
/// let session = try Session("main window", in: database)
/// let model = try ObservableTransducer<Shelving>(restoring: session, env: env)
/// ```
///
/// A session has a name, and its state is one row. Each transition of the machine is one
/// transaction: its writes, the state and its requests are committed together or not at all.
///
/// A session belongs to one object of one process. It is free again when the object is released and
/// its machine has ended, or when the process dies.
///
/// Any thread may use a session. Its machine uses it on the actor of the machine.
public final class Session: Sendable {
  /// The machine that was restored last.
  private struct Owner: Sendable {
    let number: UInt64
    let hasEnded: @Sendable () -> Bool
  }

  /// The name of the session in the file. Two names are equal if their bytes are equal.
  public let name: String
  /// The database with the session. The session keeps it open.
  public let database: Database
  /// The undo log of which the writes of transitions are steps, or nil if they cannot be undone.
  public let undoLog: UndoLog?
  /// The number of transitions that the file keeps for ``replay(_:to:)``. Zero if it keeps none.
  public let loggedTransitions: Int
  private let lock: SessionLock
  private let owner = Guarded<Owner?>(nil)

  /// Opens a session, and takes its lock.
  ///
  /// The first session of a file creates the tables `stategraph_sessions`,
  /// `stategraph_session_requests` and `stategraph_session_transitions`. The row of a session is
  /// written by the first transition that changes its state.
  ///
  /// - Parameters:
  ///   - name: The name of the session, such as the name of a window.
  ///   - database: The database that keeps the session.
  ///   - undoLog: An undo log of the same database. Each transition with a `.write` is a step of
  ///     it, with the name of the write.
  ///   - loggedTransitions: The number of transitions that the file keeps at least, such as 1,000.
  ///     With zero, transitions are not logged. The row of a transition contains its event, if the
  ///     type of events is `Codable`, and else the state.
  /// - Throws: ``SessionError``. It is `.inUse` if another process or another object has opened the
  ///   session, `.unknownTable` if the file has another table of this name, and `.unreadable` if
  ///   the database is closed, busy, full or damaged. Nothing is written then. If the tables were
  ///   created but are not durable, `Configuration.onWriteFailure` gets the error `.notDurable`.
  public init(
    _ name: String,
    in database: Database,
    undoLog: UndoLog? = nil,
    loggedTransitions: Int = 0
  ) throws(SessionError) {
    (self.name, self.database, self.undoLog) = (name, database, undoLog)
    self.loggedTransitions = max(0, loggedTransitions)
    lock = try SessionLock(name, in: database)
    do {
      try Session.createTables(in: database, for: name)
    } catch let error as SessionError {
      throw error
    } catch {
      throw .unreadable(name, cause: error)
    }
  }

  private static func createTables(in database: Database, for session: String) throws {
    let tables = [
      (SessionTable.name, SessionTable.definition), (RequestTable.name, RequestTable.definition),
      (TransitionTable.name, TransitionTable.definition),
    ]
    func missing(on connection: Connection) throws -> [SQL] {
      try tables.compactMap { name, definition in
        switch try FoundTable(name, definedBy: definition, on: connection) {
        case .missing: return definition
        case .expected: return nil
        case .other: throw SessionError.unknownTable(name, session: session)
        }
      }
    }
    let isComplete = try database.withReader { try missing(on: $0).isEmpty }
    guard !isComplete, database.configuration.access == .readWrite else { return }
    try CommittedWrite(to: database).run {
      try database.withWriter { writer in
        for definition in try missing(on: writer) { try writer.run(definition) }
      }
    }
  }
}

// MARK: - The machine of the session

extension Session {
  /// Makes a new machine the owner of the session.
  ///
  /// - Parameter hasEnded: Returns whether the machine has ended.
  /// - Returns: The number of the machine.
  /// - Throws: `.inUse` if the last machine has not ended.
  func claim(hasEnded: @escaping @Sendable () -> Bool) throws(SessionError) -> UInt64 {
    let number = owner.withLock { owner -> UInt64? in
      if let owner, !owner.hasEnded() { return nil }
      let number = (owner?.number ?? 0) + 1
      owner = Owner(number: number, hasEnded: hasEnded)
      return number
    }
    guard let number else { throw .inUse(name) }
    return number
  }

  /// Makes the session free again, because a machine could not start.
  func release(_ number: UInt64) {
    owner.withLock { owner in
      if owner?.number == number { owner = nil }
    }
  }

  /// Whether a machine is still the one that was restored last.
  func isOwner(_ number: UInt64) -> Bool { owner.withLock { $0?.number == number } }
}

// MARK: - A fresh start

extension Session {
  /// Renames the row of the session, so that the next machine begins with the initial state.
  ///
  /// Call this method for a state that cannot be restored, if the user agrees. The file keeps the
  /// row, the requests and the logged transitions under a new name, and a session with this name
  /// can open them.
  ///
  /// - Returns: The new name, or nil if the file had no row of the session in these tables.
  /// - Throws: ``SessionError``. It is `.inUse` while a machine runs in the session, and
  ///   `.unreadable` if the database cannot write. Nothing is written then. If the row has its new
  ///   name but is not durable, the method returns, and `Configuration.onWriteFailure` gets the
  ///   error `.notDurable`.
  @discardableResult
  public func setAside() throws(SessionError) -> String? {
    let isRunning = owner.withLock { owner in owner.map { !$0.hasEnded() } ?? false }
    if isRunning { throw .inUse(name) }
    do {
      return try CommittedWrite(to: database).run { try database.withWriter(renameRows) }
    } catch {
      throw .unreadable(name, cause: error)
    }
  }

  /// Returns the new name, or nil if the file has no row of the session.
  private func renameRows(_ writer: Connection) throws -> String? {
    let newName = try SessionTable.unusedName(for: name, on: writer)
    let renamings: [SQL] = [
      "UPDATE main.\(table: SessionTable.name) SET name = \(newName) WHERE name = \(name)",
      """
      UPDATE main.\(table: RequestTable.name) SET session = \(newName)
      WHERE session = \(name)
      """,
      """
      UPDATE main.\(table: TransitionTable.name) SET session = \(newName)
      WHERE session = \(name)
      """,
    ]
    var count = 0
    for renaming in renamings {
      try writer.run(renaming)
      count += writer.changedRowCount
    }
    return count == 0 ? nil : newName
  }
}
