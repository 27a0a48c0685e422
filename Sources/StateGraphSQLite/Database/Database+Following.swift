import Logging
import StateGraphThreads
import Synchronization

extension Database {
  /// Brings everything live up to date with what other processes have committed to the file, and
  /// returns when it is.
  ///
  /// Nobody has to call this: the kernel tells when the file's log is written, a write begins with
  /// it, and a query that sees more than what is live waits for it. It is for those who know, from
  /// elsewhere, that another process has finished. Inside ``write(_:)`` and ``read(_:)`` it does
  /// nothing.
  ///
  /// Observers are called as by a write of this thread.
  ///
  /// - Throws: `.busy` where another thread has the turn for longer than
  ///   ``Configuration/busyTimeout`` allows; what SQLite says.
  public func catchUp() throws {
    try catchUp {}
  }

  /// - Parameter willTell: Called when everything live is up to date, before observers are told of
  ///   it. Not called where there was nothing to tell.
  private func catchUp(_ willTell: () -> Void) throws {
    guard let following = currentFollowing, following.newest != following.published else { return }
    guard !turn.isHeldByCurrentThread, snapshot == nil else { return }
    try turn.acquire(orFailAfter: configuration.busyTimeout)
    var hasPublished = false
    defer {
      let observer = observerOfTurn
      turn.release()
      if hasPublished {
        willTell()
        observer?.writeDidEnd()
      }
    }
    guard let writer else { return }
    hasPublished = try Following.reading(following.index, on: writer) {
      mark throws(DatabaseError) in
      follow(to: mark, on: writer)
    }
  }

  /// Publishes what others have committed up to `mark`. Call with the turn held and a transaction
  /// open that reads that commit and has changed nothing.
  ///
  /// - Returns: Whether the observer waits for ``CommitObserver/writeDidEnd()``.
  func follow(to mark: CommitMark?, on writer: Connection) -> Bool {
    guard let following = followingOfTurn, let mark, mark != following.published,
      let observer = observerOfTurn
    else { return false }
    let changeSet: ChangeSet
    do {
      changeSet = try following.changes(to: mark, on: writer)
    } catch {
      configuration.logger.error("the commits of others could not be read: \(error)")
      changeSet = writer.changeLog?.anyChange(schemaChanged: true) ?? ChangeSet()
    }
    guard !changeSet.isEmpty else {
      following.didPublish(mark)
      return false
    }
    observer.writeWillBegin()
    // The conversions of columns are the user's: not under the gate.
    observer.willCommit(changeSet, in: self)
    let failure = commitGate.withLock {
      isCommitting.store(true, ordering: .sequentiallyConsistent)
      defer { isCommitting.store(false, ordering: .sequentiallyConsistent) }
      commitCount.add(1, ordering: .relaxed)
      defer { following.didPublish(mark) }
      return publish(changeSet, writer)
    }
    if let failure {
      configuration.logger.error("the changed schema could not be read: \(failure)")
    }
    return true
  }

  /// Runs `body` while neither this database nor another of the file can commit, with everything
  /// live up to date.
  func holdingWriteLock<Result>(_ body: () throws(DatabaseError) -> Result) throws -> Result {
    try write { () throws(DatabaseError) in try body() }
  }

  /// Begins to follow, for an observer that has just come. Call with the turn held.
  func beginFollowing() {
    guard followingOfTurn == nil, let writer, location != .memory else { return }
    do {
      guard let following = try Following.begin(on: writer) else { return }
      setFollowing(following)
      following.watch(location) { [weak self] in self?.fileWasWritten() ?? false }
    } catch {
      configuration.logger.error("the commits of others cannot be followed: \(error)")
    }
  }

  /// On the thread of the watcher, or of a write that has ended. Returns whether anybody else has
  /// committed.
  @discardableResult
  func fileWasWritten() -> Bool {
    guard let following = currentFollowing, foreignCommit(following) != nil else { return false }
    lookAgain(following, isAwaited: false)
    return true
  }

  /// Returns when what this thread has just read is no newer than what is live, as far as others
  /// have committed it.
  func waitForFollowing() {
    guard let following = currentFollowing, let mark = foreignCommit(following) else { return }
    following.waitForLook(lookAgain(following, isAwaited: true), orFor: mark)
  }

  /// Whether others have committed what is not live yet: two looks at memory, no SQL.
  package var isBehind: Bool {
    guard let following = currentFollowing else { return false }
    return foreignCommit(following) != nil
  }

  /// The newest commit, where it is one of others that is not live. One of this database's own that
  /// is being published at this moment is none.
  private func foreignCommit(_ following: Following) -> CommitMark? {
    // In this order: a commit that is seen as new is either still being published, or has been
    // counted as published before that ended.
    let newest = following.newest
    guard let newest, !isCommitting.load(ordering: .sequentiallyConsistent) else { return nil }
    return newest == following.published ? nil : newest
  }

  /// Has a thread of the database's look at the file. Returns what to wait for.
  @discardableResult
  private func lookAgain(_ following: Following, isAwaited: Bool) -> UInt64 {
    let (number, isFirst) = following.askForLook(isAwaited: isAwaited)
    if isFirst { look(following) }
    return number
  }

  /// On a thread that is there for this: the one before may be calling an observer who waits for
  /// it.
  private func look(_ following: Following) {
    WriteQueue().enqueue { [weak self] in
      following.answerLooks { willTell in
        do {
          try self?.catchUp(willTell)
        } catch {
          self?.configuration.logger.error("the commits of others cannot be followed: \(error)")
        }
      } another: {
        self?.look(following)
      }
    }
  }
}
