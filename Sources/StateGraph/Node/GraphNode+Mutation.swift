import CStateGraphThreads

extension GraphNode {
  /// The node has a new value: marks what depends on it, and delivers.
  @usableFromInline
  final func didChange() { Graph.publish(self) }

  /// Notes that this thread changes the node in place from now on, holding its value's lock.
  @usableFromInline
  final func beginMutation() {
    refuseOverlap()
    let thread = stategraph_thread_current()
    let index = thread.pointee.mutation_count
    thread.pointee.mutation_count = index + 1
    guard index < STATEGRAPH_MUTATION_LIMIT else { return }
    withUnsafeMutableBytes(of: &thread.pointee.mutations) { bytes in
      bytes.storeBytes(of: identity, toByteOffset: Int(index) * 8, as: UInt.self)
    }
  }

  @usableFromInline
  final func endMutation() {
    stategraph_thread_current().pointee.mutation_count -= 1
    didChange()
  }

  /// Ends the program where this thread would wait for itself.
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

  private final var identity: UInt { UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque()) }
}
