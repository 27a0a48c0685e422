public import CStateGraphThreads

/// A node that holds a value which can be set.
///
/// ```swift
/// let counter = Stored(wrappedValue: 0)
/// counter.wrappedValue += 1
/// ```
///
/// Reading and setting are safe on any thread. Setting a value that equals the current one does
/// nothing; `Equatable` values are compared by `==` and objects by identity. Every other set marks
/// the node's dependents and calls its observers before it returns, unless a batch is open. A
/// change in place always counts as a change.
///
/// Every initialiser takes a name and records the place of the call, for messages and dumps.
public final class Stored<Value>: GraphNode {
  @usableFromInline final let areEqual: ((Value, Value) -> Bool)?
  /// Nil if the node has a backing, and before `_$initialize(_:)`. Guarded by `valueLock`.
  @exclusivity(unchecked) @usableFromInline final var value: Value?
  /// The storage of the value, or nil if the node itself stores it.
  @usableFromInline final let backing: Backing?

  /// A box, so that a node without a backing needs only one word for it.
  @usableFromInline
  final class Backing {
    let value: StoredBacking<Value>
    init(_ value: StoredBacking<Value>) { self.value = value }
  }

  /// Creates a node for which every set counts as a change.
  ///
  /// - Parameters:
  ///   - wrappedValue: The first value.
  ///   - name: The name of the node in messages and dumps.
  ///   - fileID: The file that creates the node.
  ///   - line: The line in that file.
  @inlinable
  public convenience init(
    wrappedValue: Value,
    name: StaticString? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    self.init(wrappedValue, comparing: nil, NodeOrigin(name, fileID, line))
  }

  /// Creates a node for which a set counts as a change if the values differ by `==`. See the first
  /// initialiser for the parameters.
  @inlinable
  public convenience init(
    wrappedValue: Value,
    name: StaticString? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) where Value: Equatable {
    self.init(wrappedValue, comparing: { $0 == $1 }, NodeOrigin(name, fileID, line))
  }

  /// Creates a node for which a set counts as a change if the objects are not identical. See the
  /// first initialiser for the parameters.
  @inlinable
  public convenience init(
    wrappedValue: Value,
    name: StaticString? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) where Value: AnyObject {
    self.init(wrappedValue, comparing: { $0 === $1 }, NodeOrigin(name, fileID, line))
  }

  /// Creates a node for which a set counts as a change if the objects differ by `==`. See the first
  /// initialiser for the parameters.
  @inlinable
  public convenience init(
    wrappedValue: Value,
    name: StaticString? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) where Value: AnyObject & Equatable {
    self.init(wrappedValue, comparing: { $0 == $1 }, NodeOrigin(name, fileID, line))
  }

  /// Creates a node for which a set counts as a change if `areEqual` returns false for the old and
  /// the new value. `areEqual` is called on the setting thread, with no lock held. See the first
  /// initialiser for the other parameters.
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

  /// Creates a node whose value is stored in `backing`.
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
    // Inlined into the caller, where the type of the value is known. Without that, the generic copy
    // of the value would cost more than the lock.
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
        // `defer`, because the caller can leave the change by throwing an error.
        defer { writeToBacking(copy) }
        yield &copy
        return
      }
      // The change happens in place: a copy of the old value would force every append to copy its
      // array. Plain bits are cheap to copy, so only these are compared.
      let owner = beginMutation()
      valueLock.lock()
      let before = _isPOD(Value.self) ? value : nil
      defer {
        let after = _isPOD(Value.self) ? value : nil
        valueLock.unlock()
        endMutation(by: owner, changed: isChange(from: before, to: after))
      }
      // A node without a backing has a value since its initialisation.
      yield &value!
    }
  }

  @usableFromInline
  override var observed: GraphNode { backing?.value.dependency() ?? self }

  /// The value for a read of a backing, a read that is recorded, or a read that overlaps a change.
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

  /// Whether two values of plain bits differ. A change in place of another value always counts as a
  /// change, and passes nil.
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
    // `areEqual` is user code, so it is called before locking. If another thread sets the value in
    // between, this set counts as the later one. At worst, observers are told of a change to an
    // equal value.
    let current = inMemory
    if let areEqual, areEqual(current, new) { return }
    valueLock.lock()
    let replaced = value.take()
    value = new
    valueLock.unlock()
    didChange()
    // The old value is released here, after unlocking, because its `deinit` is user code.
    _ = consume replaced
  }

  @usableFromInline
  @inline(never)
  func readFromBacking() -> Value {
    // Callers have checked that the backing exists.
    backing.unsafelyUnwrapped.value.read()
  }

  /// The value of the backing for a change in place, which creates no dependency.
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
// as GraphNode describes.
