import CStateGraphThreads
import Synchronization

extension GraphNode {
  /// Publishes that this node's value has changed.
  ///
  /// The nodes that depend on this node are marked as out of date. Their observers are called on
  /// this thread, unless a batch is open.
  ///
  /// - Parameter isCompared: Whether a comparison has shown that the new value differs. If not, a
  ///   chain of such changes has to end even if it does not converge: see ``FeedbackCount``.
  @usableFromInline
  final func didChange(isCompared: Bool) {
    if !isCompared { stategraph_thread_current().pointee.uncompared_change_count += 1 }
    Graph.publish(self)
  }

  @inlinable
  @inline(__always)
  final func lockValue() {
    if !valueLock.tryLock() { waitForValue() }
  }

  /// Takes `valueLock`, and records that the current task or thread changes the value in place.
  ///
  /// The change can contain an `await`, and can therefore end on another thread. So the node stores
  /// all data that the end of the change needs, and the thread stores none.
  @usableFromInline
  final func beginChangeInPlace() {
    lockValue()
    let owner = Self.currentOwner
    changeOwnerLow.store(UInt32(truncatingIfNeeded: owner), ordering: .relaxed)
    valueLock.word.store(UInt32(truncatingIfNeeded: owner >> 32) << 2 | 3, ordering: .releasing)
  }

  @usableFromInline
  final func endChangeInPlace(changed: Bool, isCompared: Bool) {
    valueLock.unlock()
    if changed { didChange(isCompared: isCompared) }
  }

  @usableFromInline
  @inline(never)
  final func failUninitialized() -> Never {
    programmerError("\(description) was read before it had a value. Assign it first.")
  }

  /// Waits for `valueLock` and takes it.
  ///
  /// Ends the program if the current task or thread itself holds the lock, because it would wait
  /// for itself. Also ends the program if another task has changed the value in place for about ten
  /// seconds. That task is probably suspended at an `await`, and may need this thread to continue.
  @usableFromInline
  @inline(never)
  final func waitForValue() {
    let owner = changeOwner
    if let owner, owner == Self.currentOwner {
      programmerError(
        "Overlapping accesses to \(description): it is read or set while it is being changed in "
          + "place. Copy the value into a variable first."
      )
    }
    while !valueLock.wait(tries: Self.attemptLimit) {
      if let owner, owner & 1 == 1, changeOwner == owner {
        programmerError(
          "A task has changed \(description) in place for several seconds, while another task or "
            + "thread waits for the value. Do not await in a change in place: change a copy of the "
            + "value in a variable, and set the node to it."
        )
      }
    }
  }

  /// The number of tries to take the lock in about ten seconds. A clock would also count the time
  /// during which the process is stopped, for example in a debugger.
  private static let attemptLimit = 100_000

  /// The number of the task or thread that is changing the value in place, or nil if there is none.
  private final var changeOwner: UInt64? {
    while true {
      let word = valueLock.word.load(ordering: .acquiring)
      guard word & 2 != 0 else { return nil }
      let low = changeOwnerLow.load(ordering: .acquiring)
      if valueLock.word.load(ordering: .acquiring) == word {
        return UInt64(word >> 2) << 32 | UInt64(low)
      }
    }
  }

  private static let lastThreadNumber = Atomic<UInt64>(0)

  /// A number of at most 62 bits that identifies the current task, or the current thread outside of
  /// tasks. The numbers of tasks are odd, and the numbers of threads are even.
  private static var currentOwner: UInt64 {
    // A task is an object, so the lowest four bits of its address are zero.
    if let task = stategraph_current_task() { return UInt64(UInt(bitPattern: task)) >> 3 | 1 }
    let thread = stategraph_thread_current()
    if thread.pointee.number == 0 {
      thread.pointee.number = lastThreadNumber.add(1, ordering: .relaxed).newValue
    }
    return thread.pointee.number << 1
  }
}
