import Logging
import StateGraphPersistence
import StateGraphThreads

/// The lock by which a session belongs to one object of one process. It is held as long as this
/// object exists.
final class SessionLock: Sendable {
  /// A session of a database in memory, which only this process can open.
  private struct MemorySession: Hashable {
    let database: ObjectIdentifier
    let name: ByteText
  }

  private static let memorySessions = Guarded<Set<MemorySession>>([])

  private let lock: NamedLock?
  private let memorySession: MemorySession?

  /// Takes the lock.
  ///
  /// If the file system has no locks, logs a warning and continues: a machine then still notices
  /// that another one has written the row of its session.
  ///
  /// - Throws: `.inUse` if another object has the lock.
  init(_ name: String, in database: Database) throws(SessionError) {
    if database.location == .memory {
      let session = MemorySession(database: ObjectIdentifier(database), name: ByteText(name))
      let isNew = SessionLock.memorySessions.withLock { $0.insert(session).inserted }
      guard isNew else { throw .inUse(name) }
      (memorySession, lock) = (session, nil)
      return
    }
    memorySession = nil
    switch NamedLock.attempt("session " + name, beside: database.location) {
    case .acquired(let lock): self.lock = lock
    case .heldByAnother: throw .inUse(name)
    case .unavailable(let reason):
      lock = nil
      database.configuration.logger.warning(
        "The session \"\(name)\" cannot be locked, so that two processes can open it: \(reason)"
      )
    }
  }

  deinit {
    guard let memorySession else { return }
    SessionLock.memorySessions.withLock { _ = $0.remove(memorySession) }
  }
}
