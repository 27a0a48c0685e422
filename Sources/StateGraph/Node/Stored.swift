public import CStateGraphThreads

/// A node that holds a value which can be set.
///
/// ```swift
/// let counter = Stored(wrappedValue: 0)
/// counter.wrappedValue += 1
/// ```
///
/// Reading and setting are safe on any thread. Setting a value equal to the current one does
/// nothing (an `Equatable` value by `==`, an object by identity); any other set marks what depends
/// on the node and calls its observers before it returns, unless a batch is open.
public final class Stored<Value>: GraphNode {
  private let areEqual: ((Value, Value) -> Bool)?
  /// Guarded by `valueLock`. Nil only where a backing answers every read.
  @usableFromInline var value: Value?
  /// Where the value really lives, or nil where it lives here.
  @usableFromInline let backing: Backing?

  /// Boxed, so that the many nodes that have none pay one word for it.
  @usableFromInline
  final class Backing {
    let value: StoredBacking<Value>
    init(_ value: StoredBacking<Value>) { self.value = value }
  }

  /// Makes a node that passes every set on.
  public convenience init(
    wrappedValue: Value,
    name: StaticString? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    self.init(wrappedValue, areEqual: nil, NodeOrigin(name, fileID, line))
  }

  /// Makes a node that passes a set on where the new value differs by `==`.
  public convenience init(
    wrappedValue: Value,
    name: StaticString? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) where Value: Equatable {
    self.init(wrappedValue, areEqual: ==, NodeOrigin(name, fileID, line))
  }

  /// Makes a node that passes a set on where the new object is another one.
  public convenience init(
    wrappedValue: Value,
    name: StaticString? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) where Value: AnyObject {
    self.init(wrappedValue, areEqual: ===, NodeOrigin(name, fileID, line))
  }

  /// Makes a node that passes a set on where the new object differs by `==`.
  public convenience init(
    wrappedValue: Value,
    name: StaticString? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) where Value: AnyObject & Equatable {
    self.init(wrappedValue, areEqual: ==, NodeOrigin(name, fileID, line))
  }

  /// Makes a node whose value lives elsewhere.
  package convenience init(backing: StoredBacking<Value>) {
    self.init(backing: backing, origin: nil)
  }

  init(backing: StoredBacking<Value>, origin: NodeOrigin?) {
    value = nil
    areEqual = nil
    self.backing = Backing(backing)
    super.init(flags: [], origin)
  }

  private init(_ value: Value, areEqual: ((Value, Value) -> Bool)?, _ origin: NodeOrigin) {
    self.value = value
    self.areEqual = areEqual
    backing = nil
    super.init(flags: [], origin)
  }

  /// The current value.
  public var wrappedValue: Value {
    // Inlined into the caller, where the type is known: that, and not the lock, is what a read
    // costs.
    @inlinable
    get {
      let thread = stategraph_thread_current()
      guard backing == nil, thread.pointee.tracking == nil, thread.pointee.mutations == nil else {
        return observedValue
      }
      valueLock.lock()
      defer { valueLock.unlock() }
      return value.unsafelyUnwrapped
    }
    set {
      if let backing { backing.value.write(newValue) } else { publish(newValue) }
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
      if _isPOD(Value.self) {
        var copy = inMemory
        yield &copy
        publish(copy)
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

  override var observed: GraphNode { backing?.value.dependency() ?? self }

  /// The value of a backing, of a read that is recorded, or of one that must be refused.
  @inline(never)
  @usableFromInline
  var observedValue: Value {
    if let backing { return backing.value.read() }
    track()
    return inMemory
  }

  // Without a backing there has been a value since `init`.
  private var inMemory: Value {
    lockForAccess()
    defer { valueLock.unlock() }
    return value!
  }

  private func publish(_ new: Value) {
    // User code, so before the lock. Another thread may set in between; then this set counts as the
    // later one, and at worst tells of a change that was none.
    if let areEqual, areEqual(inMemory, new) { return }
    lockForAccess()
    let replaced = value
    value = new
    valueLock.unlock()
    Graph.publish(self)
    // The old value dies here, after unlocking: its `deinit` is user code.
    _ = replaced
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
      "Overlapping accesses to a stored node: it is read or set while being changed in place. "
        + "Copy the value into a variable first."
    )
  }
}

extension Stored: @unchecked Sendable where Value: Sendable {}
// SAFETY: `value` is guarded by `valueLock`, everything else is immutable and Sendable or guarded
// as GraphNode says.
