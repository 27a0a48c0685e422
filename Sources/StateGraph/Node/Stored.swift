import CStateGraphThreads

/// A node that holds a value which can be set.
///
/// ```swift
/// let counter = Stored(wrappedValue: 0)
/// counter.wrappedValue += 1
/// ```
///
/// Reading and setting are safe on any thread. Setting a value equal to the current one does nothing
/// (an `Equatable` value by `==`, an object by identity); any other set marks what depends on the node
/// and calls its observers before it returns, unless a batch is open.
public final class Stored<Value>: GraphNode {
  private let areEqual: ((Value, Value) -> Bool)?
  /// Guarded by `valueLock`. Nil only where a backing answers every read.
  private var value: Value?
  /// Where the value really lives, or nil where it lives here.
  private let backing: StoredBacking<Value>?

  /// Makes a node that passes every set on.
  public convenience init(wrappedValue: Value) {
    self.init(wrappedValue, backing: nil, areEqual: nil)
  }

  public convenience init(wrappedValue: Value) where Value: Equatable {
    self.init(wrappedValue, backing: nil, areEqual: ==)
  }

  public convenience init(wrappedValue: Value) where Value: AnyObject {
    self.init(wrappedValue, backing: nil, areEqual: ===)
  }

  public convenience init(wrappedValue: Value) where Value: AnyObject & Equatable {
    self.init(wrappedValue, backing: nil, areEqual: ==)
  }

  package init(
    _ value: Value?, backing: StoredBacking<Value>?,
    areEqual: ((Value, Value) -> Bool)?
  ) {
    self.value = value
    self.backing = backing
    self.areEqual = areEqual
    super.init(flags: [])
  }

  /// The current value.
  public var wrappedValue: Value {
    get {
      track()
      if let backing { return backing.read(self) }
      return inMemory
    }
    set {
      if let backing {
        backing.write(newValue, to: self)
      } else {
        publish(newValue)
      }
    }
    _modify {
      guard backing == nil else {
        var copy = wrappedValue
        yield &copy
        wrappedValue = copy
        return
      }
      // Bits can be copied and compared; anything else is changed in place, because holding on to
      // the old value would make every append copy its array.
      if let areEqual, _isPOD(Value.self) {
        var copy = inMemory
        let old = copy
        yield &copy
        if !areEqual(old, copy) { publish(copy) }
        return
      }
      lockForAccess()
      let thread = stategraph_thread_current()
      let outer = thread.pointee.mutations
      thread.pointee.mutations = Unmanaged.passUnretained(self).toOpaque()
      defer {
        valueLock.unlock()
        thread.pointee.mutations = outer
        Graph.publish(self)
      }
      yield &value!
    }
  }

  /// The value in memory, without recording the read and without asking the backing.
  package var current: Value? {
    lockForAccess()
    defer { valueLock.unlock() }
    return value
  }

  // Without a backing there has been a value since `init`.
  private var inMemory: Value {
    lockForAccess()
    defer { valueLock.unlock() }
    return value!
  }

  /// Replaces the value in memory and tells the graph, unless it is equal.
  package func publish(_ new: Value) {
    if store(new) { Graph.publish(self) }
  }

  /// Replaces the value in memory without telling the graph, and returns whether it differed. Whoever
  /// calls this calls ``withGraphEpoch(_:)`` for all the nodes of one commit together.
  package func store(_ new: Value) -> Bool {
    if let areEqual, let current, areEqual(current, new) { return false }
    lockForAccess()
    let replaced = value
    value = new
    valueLock.unlock()
    // The old value dies here, after unlocking: its `deinit` is user code.
    _ = replaced
    return true
  }

  /// Whether a set to `new` would be one that changes nothing.
  package func isEqual(_ old: Value, _ new: Value) -> Bool {
    areEqual?(old, new) ?? false
  }

  @inline(__always)
  private func lockForAccess() {
    if stategraph_thread_current().pointee.mutations != nil { refuseOverlap() }
    valueLock.lock()
  }

  @inline(never)
  private func refuseOverlap() {
    let mutated = stategraph_thread_current().pointee.mutations
    precondition(
      mutated != Unmanaged.passUnretained(self).toOpaque(),
      "Overlapping accesses to a stored node: it is read or set while it is being changed in place. "
        + "Copy the value into a variable first.")
  }
}

extension Stored: @unchecked Sendable where Value: Sendable {}
// SAFETY: `value` is guarded by `valueLock`, everything else is immutable and Sendable or guarded as
// GraphNode says.
