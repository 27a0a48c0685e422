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
/// on the node and calls its observers before it returns, unless a batch is open. A value changed
/// in place counts as changed.
///
/// Every initialiser takes a name, and notes where it was called, for messages and dumps.
public final class Stored<Value>: GraphNode {
  @usableFromInline final let areEqual: ((Value, Value) -> Bool)?
  /// Guarded by `valueLock`. Nil only where a backing answers every read, and before
  /// `_$initialize(_:)`.
  @exclusivity(unchecked) @usableFromInline final var value: Value?
  /// Where the value really lives, or nil where it lives here.
  @usableFromInline final let backing: Backing?

  /// Boxed, so that the many nodes that have none pay one word for it.
  @usableFromInline
  final class Backing {
    let value: StoredBacking<Value>
    init(_ value: StoredBacking<Value>) { self.value = value }
  }

  /// Makes a node that passes every set on.
  @inlinable
  public convenience init(
    wrappedValue: Value,
    name: StaticString? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    self.init(wrappedValue, comparing: nil, NodeOrigin(name, fileID, line))
  }

  /// Makes a node that passes a set on where the new value differs by `==`.
  @inlinable
  public convenience init(
    wrappedValue: Value,
    name: StaticString? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) where Value: Equatable {
    self.init(wrappedValue, comparing: { $0 == $1 }, NodeOrigin(name, fileID, line))
  }

  /// Makes a node that passes a set on where the new object is another one.
  @inlinable
  public convenience init(
    wrappedValue: Value,
    name: StaticString? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) where Value: AnyObject {
    self.init(wrappedValue, comparing: { $0 === $1 }, NodeOrigin(name, fileID, line))
  }

  /// Makes a node that passes a set on where the new object differs by `==`.
  @inlinable
  public convenience init(
    wrappedValue: Value,
    name: StaticString? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) where Value: AnyObject & Equatable {
    self.init(wrappedValue, comparing: { $0 == $1 }, NodeOrigin(name, fileID, line))
  }

  /// Makes a node that passes a set on unless `areEqual` says that nothing changed. It is called
  /// outside of every lock, on the thread that sets.
  @inlinable
  public convenience init(
    wrappedValue: Value,
    areEqual: @escaping @Sendable (Value, Value) -> Bool,
    name: StaticString? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    self.init(wrappedValue, comparing: areEqual, NodeOrigin(name, fileID, line))
  }

  /// Makes a node whose value lives elsewhere.
  package convenience init(backing: StoredBacking<Value>) {
    self.init(backing: backing, origin: .none)
  }

  init(backing: StoredBacking<Value>, origin: NodeOrigin) {
    value = nil
    areEqual = nil
    self.backing = Backing(backing)
    super.init(flags: [], origin)
  }

  @inlinable
  init(_ value: Value?, comparing areEqual: ((Value, Value) -> Bool)?, _ origin: NodeOrigin) {
    self.value = value
    self.areEqual = areEqual
    backing = nil
    super.init(origin)
  }

  /// The current value.
  public var wrappedValue: Value {
    // Inlined into the caller, where the type is known: that, and not the lock, is what a read
    // costs.
    @inlinable
    get {
      let thread = stategraph_thread_current()
      guard backing == nil, thread.pointee.tracking == nil, thread.pointee.mutation_count == 0,
        stategraph_is_observation_in_use() == 0
      else { return observedValue }
      return storedValue
    }
    @inlinable
    set {
      if backing != nil { writeToBacking(newValue) } else { publish(newValue) }
    }
    @inlinable
    _modify {
      if backing != nil {
        var copy = recordedNowhere
        // Also where the change is left by an error.
        defer { writeToBacking(copy) }
        yield &copy
        return
      }
      // In place: holding on to the old value would make every append copy its array. Bits are no
      // trouble to copy, and so can be compared.
      let owner = beginMutation()
      valueLock.lock()
      let before = _isPOD(Value.self) ? value : nil
      defer {
        let after = _isPOD(Value.self) ? value : nil
        valueLock.unlock()
        endMutation(by: owner, changed: isChange(from: before, to: after))
      }
      // Without a backing there has been a value since the node was initialised.
      yield &value!
    }
  }

  @usableFromInline
  override var observed: GraphNode { backing?.value.dependency() ?? self }

  /// The value of a backing, of a read that is recorded, or of one that must be refused.
  @inlinable
  @inline(never)
  var observedValue: Value {
    if backing != nil { return readFromBacking() }
    track()
    return inMemory
  }

  @inlinable
  @inline(__always)
  var storedValue: Value {
    valueLock.lock()
    defer { valueLock.unlock() }
    guard let value else { failUninitialized() }
    return value
  }

  /// Whether two values of plain bits differ. Without both, a change in place counts as one.
  @inlinable
  func isChange(from before: Value?, to after: Value?) -> Bool {
    guard let before, let after, let areEqual else { return true }
    return !areEqual(before, after)
  }

  @inlinable
  @inline(__always)
  var inMemory: Value {
    if stategraph_thread_current().pointee.mutation_count != 0 { refuseOverlap() }
    return storedValue
  }

  @inlinable
  @inline(__always)
  func publish(_ new: Value) {
    // User code, so before the lock. Another thread may set in between; then this set counts as the
    // later one, and at worst tells of a change that was none.
    let current = inMemory
    if let areEqual, areEqual(current, new) { return }
    valueLock.lock()
    let replaced = value.take()
    value = new
    valueLock.unlock()
    didChange()
    // The old value dies here, after unlocking: its `deinit` is user code.
    _ = consume replaced
  }

  @usableFromInline
  @inline(never)
  func readFromBacking() -> Value {
    // Only called where there is one.
    backing.unsafelyUnwrapped.value.read()
  }

  /// The value of a backing, for a change in place, which is no read.
  @usableFromInline
  var recordedNowhere: Value { withoutGraphTracking { readFromBacking() } }

  @usableFromInline
  @inline(never)
  func writeToBacking(_ new: Value) {
    backing?.value.write(new)
  }
}

extension Stored: @unchecked Sendable where Value: Sendable {}
// SAFETY: `value` is guarded by `valueLock`, everything else is immutable and Sendable or guarded
// as GraphNode says.
