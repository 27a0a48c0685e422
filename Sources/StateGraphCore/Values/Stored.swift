public import CStateGraphThreads

/// A node that stores a value, which any thread can read and set.
///
/// ```swift
/// let counter = Stored(wrappedValue: 0)
/// counter.wrappedValue += 1
/// ```
///
/// An assignment marks the nodes that depend on this node as out of date. It calls their observers
/// before it returns, unless a batch is open. Assigning a value that equals the current one does
/// nothing. `Equatable` values are compared by `==`, and other objects by identity.
///
/// Text is also compared by its bytes. Swift treats a composed and a decomposed "é" as equal, but a
/// database stores them as different values. This comparison applies to strings, and to optionals
/// and collections of strings. Text inside a type of your own is compared by the `==` of that type.
///
/// A change in place, such as `node.wrappedValue.append(x)`, counts as a change even if the value
/// is equal afterwards. Only values of simple types such as `Int` are compared in this case.
///
/// Every initialiser accepts a name, and records the source location of the call. Messages and
/// dumps contain both.
public final class Stored<Value>: GraphNode {
  @usableFromInline final let areEqual: ((Value, Value) -> Bool)?
  /// The value, if the node itself stores it. Guarded by `valueLock`. It is nil if the node has a
  /// backing, and also before `_$initialize(_:)` is called.
  @exclusivity(unchecked) @usableFromInline final var value: Value?
  /// The storage of the value outside of the node, or nil if the node itself stores the value.
  @usableFromInline final let backing: Backing?

  /// Wraps the storage functions in an object, so that the property `backing` takes only one word
  /// in a node that stores its value itself.
  @usableFromInline
  final class Backing {
    let value: StoredBacking<Value>
    init(_ value: StoredBacking<Value>) { self.value = value }

    @usableFromInline
    @inline(never)
    func read() -> Value { value.read() }

    @usableFromInline
    @inline(never)
    func write(_ new: Value) { value.write(new) }

    /// Begins a change of the value in place: see ``StoredBacking/change()``.
    @usableFromInline
    func change() -> (Value, (Value) -> Void) { value.change() }
  }

  /// Creates a node that treats every assignment as a change, even if the values are equal.
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
    self.init(wrappedValue, comparing: nil, origin: NodeOrigin(name, fileID: fileID, line: line))
  }

  /// Creates a node for which an assignment counts as a change only if the values differ by `==`,
  /// or if they are text with different bytes.
  @inlinable
  public convenience init(
    wrappedValue: Value,
    name: StaticString? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) where Value: Equatable {
    self.init(
      wrappedValue,
      comparing: { ValueEquality.areSame($0, and: $1) },
      origin: NodeOrigin(name, fileID: fileID, line: line)
    )
  }

  /// Creates a node that treats an assignment as a change only if it sets a different object.
  @inlinable
  public convenience init(
    wrappedValue: Value,
    name: StaticString? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) where Value: AnyObject {
    self.init(
      wrappedValue,
      comparing: { $0 === $1 },
      origin: NodeOrigin(name, fileID: fileID, line: line)
    )
  }

  /// Creates a node that treats an assignment as a change only if the two objects differ by `==`.
  @inlinable
  public convenience init(
    wrappedValue: Value,
    name: StaticString? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) where Value: AnyObject & Equatable {
    self.init(
      wrappedValue,
      comparing: { $0 == $1 },
      origin: NodeOrigin(name, fileID: fileID, line: line)
    )
  }

  /// Creates a node that treats an assignment as a change only if `areEqual` returns false.
  ///
  /// `areEqual` receives the current and the assigned value. The thread that sets the node calls
  /// it, with no lock held. The other parameters are the same as those of the other initialisers.
  @inlinable
  public convenience init(
    wrappedValue: Value,
    areEqual: @escaping @Sendable (Value, Value) -> Bool,
    name: StaticString? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    self.init(
      wrappedValue,
      comparing: areEqual,
      origin: NodeOrigin(name, fileID: fileID, line: line)
    )
  }

  /// Creates a node that reads and writes its value with the functions of `backing`.
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
  init(_ value: Value?, comparing areEqual: ((Value, Value) -> Bool)?, origin: NodeOrigin) {
    self.value = value
    self.areEqual = areEqual
    backing = nil
    super.init(origin)
  }

  /// The current value.
  ///
  /// Reading it in the closure of a ``Computed`` creates a dependency. Setting it calls the
  /// observers before the assignment returns, unless a batch is open.
  public var wrappedValue: Value {
    // The getter is inlined into the caller, which knows the type of the value. Without inlining,
    // the generic code that copies the value would cost more than the lock.
    @inlinable
    get {
      let thread = stategraph_thread_current()
      guard backing == nil, thread.pointee.tracking == nil, stategraph_is_observation_in_use() == 0
      else { return observedValue }
      return storedValue
    }
    @inlinable
    set {
      if let backing { backing.write(newValue) } else { publish(newValue) }
    }
    @inlinable
    _modify {
      if let backing {
        var (copy, finish) = backing.change()
        // The code that changes the value in place can throw an error. `defer` writes the value to
        // the backing even then.
        defer { finish(copy) }
        yield &copy
        return
      }
      // The value changes in place without a copy of the old value. With such a copy, every append
      // to an array would copy the array. Only values without references are copied, so that they
      // can be compared afterwards, because this is cheap.
      beginChangeInPlace()
      let before = _isPOD(Value.self) ? value : nil
      defer {
        let after = _isPOD(Value.self) ? value : nil
        let isCompared = before != nil && areEqual != nil
        endChangeInPlace(changed: isChange(from: before, to: after), isCompared: isCompared)
      }
      // The value is not nil, because a node without a backing has a value after its
      // initialisation.
      yield &value!
    }
  }

  /// The current value, read without creating a dependency.
  ///
  /// A property's setter passes it to `didSet` as `oldValue`. The assignment does not depend on the
  /// old value, so no dependency is recorded.
  @_documentation(visibility: internal)
  public var _$unrecorded: Value { withoutGraphTracking { wrappedValue } }

  @usableFromInline
  override var observed: GraphNode { backing?.value.dependency() ?? self }

  /// The value, for reads that the fast path of `wrappedValue` does not handle: the node has a
  /// backing, the read is recorded as a dependency, or Swift's Observation was enabled.
  @inlinable
  @inline(never)
  var observedValue: Value {
    if let backing { return backing.read() }
    track()
    return storedValue
  }

  @inlinable
  @inline(__always)
  var storedValue: Value {
    lockValue()
    defer { valueLock.unlock() }
    guard let value else { failUninitialized() }
    return value
  }

  /// Returns whether a change in place has changed the value. Only values without references are
  /// compared. For other types, the caller passes nil as `before`, and the result is always true.
  @inlinable
  func isChange(from before: Value?, to after: Value?) -> Bool {
    guard let before, let after, let areEqual else { return true }
    return !areEqual(before, after)
  }

  @inlinable
  @inline(__always)
  func publish(_ new: Value) {
    // `areEqual` is user code, so it is called before `valueLock` is taken. Another thread can set
    // the value before the lock is taken. In the worst case, observers are called although the
    // value is equal.
    let current = storedValue
    if let areEqual, areEqual(current, new) { return }
    lockValue()
    let replaced = value.take()
    value = new
    valueLock.unlock()
    didChange(isCompared: areEqual != nil)
    // The old value is released here, after unlocking, because its `deinit` can be user code.
    withExtendedLifetime(replaced) {}
  }
}

extension Stored: @unchecked Sendable where Value: Sendable {}
// SAFETY: `value` is guarded by `valueLock`. Everything else is immutable and Sendable, or is
// guarded as `GraphNode` describes.
