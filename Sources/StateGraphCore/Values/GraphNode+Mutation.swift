import CStateGraphThreads
import Synchronization

extension GraphNode {
  /// Publishes that this node's value has changed.
  ///
  /// The nodes that depend on this node are marked as out of date. Their observers are called on
  /// this thread, unless a batch is open.
  @usableFromInline
  final func didChange() { Graph.publish(self) }

  /// Records that this thread begins to change the value in place, and returns the thread's number.
  ///
  /// The caller then holds `valueLock` until the change ends, and passes the returned number to
  /// ``endMutation(by:changed:)``. If this thread is already changing the value, the program ends.
  @usableFromInline
  final func beginMutation() -> UInt64 {
    refuseOverlap()
    let thread = stategraph_thread_current()
    let owner = Self.threadNumber
    let index = thread.pointee.mutation_count
    thread.pointee.mutation_count = index + 1
    guard index < STATEGRAPH_MUTATION_LIMIT else { return owner }
    withUnsafeMutableBytes(of: &thread.pointee.mutations) { bytes in
      bytes.storeBytes(of: identity, toByteOffset: Int(index) * 8, as: UInt.self)
    }
    return owner
  }

  @usableFromInline
  final func endMutation(by owner: UInt64, changed: Bool) {
    let thread = stategraph_thread_current()
    guard owner == Self.threadNumber else {
      programmerError(
        "A change in place of \(description) was suspended and resumed on another thread. "
          + "Change a copy of the value in a variable, and set the node to it."
      )
    }
    thread.pointee.mutation_count -= 1
    if changed { didChange() }
  }

  @usableFromInline
  @inline(never)
  final func failUninitialized() -> Never {
    programmerError("\(description) was read before it had a value. Assign it first.")
  }

  /// Ends the program if this thread is already changing the value in place.
  ///
  /// The thread already holds `valueLock` in this case. Without this check, it would wait for
  /// itself forever.
  @usableFromInline
  final func refuseOverlap() {
    let thread = stategraph_thread_current()
    let count = min(thread.pointee.mutation_count, UInt32(STATEGRAPH_MUTATION_LIMIT))
    guard count > 0 else { return }
    let isOverlap = withUnsafeBytes(of: &thread.pointee.mutations) { bytes in
      (0..<Int(count)).contains { bytes.load(fromByteOffset: $0 * 8, as: UInt.self) == identity }
    }
    if isOverlap {
      programmerError(
        "Overlapping accesses to \(description): it is read or set while it is being changed in "
          + "place. Copy the value into a variable first."
      )
    }
  }

  private static let lastThreadNumber = Atomic<UInt64>(0)

  private static var threadNumber: UInt64 {
    let thread = stategraph_thread_current()
    if thread.pointee.number == 0 {
      thread.pointee.number = lastThreadNumber.add(1, ordering: .relaxed).newValue
    }
    return thread.pointee.number
  }

  private final var identity: UInt { UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque()) }
}
