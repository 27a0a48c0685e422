public import CStateGraphThreads

/// A node that holds a value which can be set.
///
/// ```swift
/// let counter = Stored(wrappedValue: 0)
/// counter.wrappedValue += 1
/// ```
///
/// A node can be read and set on any thread. If you assign a value that equals the current one,
/// nothing happens: `Equatable` values are compared by `==`, and objects by identity. Any other
/// assignment marks the nodes that depend on this one, and calls their observers before it returns,
/// unless a batch is open. A change in place (`node.wrappedValue.append(x)`) counts as a change
/// even if the value is equal afterwards. Only values of simple types such as `Int` are compared
/// then.
/// value is equal afterwards, unless the value consists of plain bits, which can be compared.
///
/// Every initialiser accepts a name, and records the source location of the call. Both are used in
/// messages and dumps.
public final class Stored<Value>: GraphNode {
  @usableFromInline final let areEqual: ((Value, Value) -> Bool)?
  /// The value. Nil if the node has a backing, and also before `_$initialize(_:)` is called.
  /// Guarded by `valueLock`.
  @exclusivity(unchecked) @usableFromInline final var value: Value?
  /// The storage of the value outside of the node, or nil if the node itself stores the value.
  @usableFromInline final let backing: Backing?

  /// Contains the backing in an object, so that a node without a backing only needs one word for
  /// this.
  @usableFromInline
  final class Backing {
    let value: StoredBacking<Value>
    init(_ value: StoredBacking<Value>) { self.value = value }
  }

  /// Creates a node for which every assignment counts as a change, even if the values are equal.
  ///
  /// - Parameters:
  ///   - wrappedValue: The initial value.
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

  /// Creates a node for which assigning a value counts as a change only if the value differs from
  /// the current one by `==`. See the first initialiser for the parameters.
  @inlinable
  public convenience init(
    wrappedValue: Value,
    name: StaticString? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) where Value: Equatable {
    self.init(wrappedValue, comparing: { $0 == $1 }, NodeOrigin(name, fileID, line))
  }

  /// Creates a node for which assigning an object counts as a change only if it is not the same
  /// object as the current one. See the first initialiser for the parameters.
  @inlinable
  public convenience init(
    wrappedValue: Value,
    name: StaticString? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) where Value: AnyObject {
    self.init(wrappedValue, comparing: { $0 === $1 }, NodeOrigin(name, fileID, line))
  }

  /// Creates a node for which assigning an object counts as a change only if it differs from the
  /// current one by `==`. See the first initialiser for the parameters.
  @inlinable
  public convenience init(
    wrappedValue: Value,
    name: StaticString? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) where Value: AnyObject & Equatable {
    self.init(wrappedValue, comparing: { $0 == $1 }, NodeOrigin(name, fileID, line))
  }

  /// Creates a node for which assigning a value counts as a change only if `areEqual` returns false
  /// for the current and the assigned value. `areEqual` is called on the thread that sets the node,
  /// with no lock held. See the first initialiser for the other parameters.
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
    // Inlined into the caller, where the compiler knows the type of the value. Otherwise the
    // generic code that copies the value would cost more than the lock.
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
        // `defer` is needed because the code that changes the value in place can throw an error.
        defer { writeToBacking(copy) }
        yield &copy
        return
      }
      // The value changes in place. The old value is not copied, because with a copy every append
      // to an array would have to copy the array. Only values of plain bits are copied and compared
      // afterwards, because that is cheap.
      let owner = beginMutation()
      valueLock.lock()
      let before = _isPOD(Value.self) ? value : nil
      defer {
        let after = _isPOD(Value.self) ? value : nil
        valueLock.unlock()
        endMutation(by: owner, changed: isChange(from: before, to: after))
      }
      // A node without a backing has had a value since its initialisation, so the value is not nil.
      yield &value!
    }
  }

  @usableFromInline
  override var observed: GraphNode { backing?.value.dependency() ?? self }

  /// The value, for a node with a backing, for a read that is recorded as a dependency, or for a
  /// read while another thread changes the value in place.
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

  /// Returns whether a change in place has changed a value of plain bits. For values of other
  /// types, the caller passes nil as `before`, and the result is always true.
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
    // `areEqual` is user code, so it is called before `valueLock` is taken. Another thread can set
    // the value between the comparison and the lock. Then this assignment counts as the later one,
    // and in the worst case observers are called although the value is equal.
    let current = inMemory
    if let areEqual, areEqual(current, new) { return }
    valueLock.lock()
    let replaced = value.take()
    value = new
    valueLock.unlock()
    didChange()
    // The old value is released here, after unlocking, because its `deinit` can be user code.
    _ = consume replaced
  }

  @usableFromInline
  @inline(never)
  func readFromBacking() -> Value {
    // The callers have already checked that the backing exists.
    backing.unsafelyUnwrapped.value.read()
  }

  /// The value of the backing, read for a change in place. This read creates no dependency.
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
