public import CStateGraphThreads

/// A node whose value is computed from other nodes when it is read, and cached until one of them
/// changes.
///
/// ```swift
/// let sum = Computed { _ in a.wrappedValue + b.wrappedValue }
/// ```
///
/// Every run determines the dependencies again, so a conditional read is a conditional dependency.
/// If the new value equals the old one, nodes and observers that depend on this node do not run.
/// Reading is safe on any thread. If two threads read an outdated node at once, both may run the
/// closure, and one result is cached.
///
/// Every initialiser takes a name and records the place of the call, for messages and dumps.
public final class Computed<Value>: ComputedNode {
  /// Nil before the first evaluation. Guarded by `valueLock`. Only the evaluating thread replaces
  /// it, so that thread reads it without the lock.
  @exclusivity(unchecked) @usableFromInline final var value: Value?
  /// Retained manually and released through ``ReleaseQueue``, because the closure can hold the last
  /// reference to the next node of a long chain.
  @usableFromInline final let closure: Unmanaged<ComputedClosure<Value>>

  /// Creates a node for which every new result counts as a change.
  ///
  /// - Parameters:
  ///   - name: The name of the node in messages and dumps.
  ///   - fileID: The file that creates the node.
  ///   - line: The line in that file.
  ///   - compute: Returns the value. Called on a reading thread, with no lock held. It should be a
  ///     function of the nodes that it reads.
  @inlinable
  public convenience init(
    name: StaticString? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ compute: @escaping @Sendable (inout Context) -> Value
  ) {
    self.init(
      ComputedClosure(compute),
      { Self.evaluate($0, into: $1) { _, _, _ in false } },
      NodeOrigin(name, fileID, line)
    )
  }

  /// Creates a node for which a result counts as a change if it differs from the previous one by
  /// `==`. See the first initialiser for the parameters.
  @inlinable
  public convenience init(
    name: StaticString? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ compute: @escaping @Sendable (inout Context) -> Value
  ) where Value: Equatable {
    self.init(
      ComputedClosure(compute),
      { Self.evaluate($0, into: $1) { _, old, new in old == new } },
      NodeOrigin(name, fileID, line)
    )
  }

  /// Creates a node for which a result counts as a change if `areEqual` returns false for it and
  /// the previous one. `areEqual` is called on the evaluating thread, with no lock held. See the
  /// first initialiser for the other parameters.
  @inlinable
  public convenience init(
    areEqual: @escaping @Sendable (Value, Value) -> Bool,
    name: StaticString? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ compute: @escaping @Sendable (inout Context) -> Value
  ) {
    self.init(
      ComparingClosure(compute, areEqual: areEqual),
      {
        Self.evaluate($0, into: $1) { closure, old, new in
          unsafeDowncast(closure, to: ComparingClosure<Value>.self).areEqual(old, new)
        }
      },
      NodeOrigin(name, fileID, line)
    )
  }

  @inlinable
  init(_ closure: ComputedClosure<Value>, _ run: @escaping Run, _ origin: NodeOrigin) {
    self.closure = .passRetained(closure)
    super.init(run, origin)
  }

  deinit {
    ReleaseQueue.release(Unmanaged<AnyObject>.fromOpaque(closure.toOpaque()))
  }

  /// The value, up to date with every change that was published before the read began.
  @inlinable
  public var wrappedValue: Value {
    let thread = stategraph_thread_current()
    if thread.pointee.tracking == nil, thread.pointee.uncommitted_depth == 0,
      stategraph_is_observation_in_use() == 0, let value = upToDateValue
    {
      return value
    }
    return observedValue
  }

  /// The value for a read that is recorded, or whose node is not up to date.
  @inlinable
  @inline(never)
  var observedValue: Value {
    if stategraph_thread_current().pointee.uncommitted_depth != 0 { return uncommittedValue() }
    let thread = stategraph_thread_current()
    let givenUpBefore = thread.pointee.given_up_count
    if validateForRead() {
      if let value = upToDateValue { return value }
      // After too many reruns the value of the last run is used: see ``RerunLimit``.
      if thread.pointee.given_up_count != givenUpBefore, let value = keptValue { return value }
      // Another thread has begun an evaluation since. Its value may be found to mix two epochs when
      // it ends, so it cannot be used yet.
      noteUncachedRead()
    }
    return uncachedValue()
  }

  /// The cached value, or nil if it is not up to date. The flag is checked under the lock under
  /// which an evaluation caches its value. A check before the lock could return a value that an
  /// evaluation has just cached but not verified.
  @inlinable
  @inline(__always)
  var upToDateValue: Value? {
    valueLock.lock()
    defer { valueLock.unlock() }
    return isUpToDate ? value : nil
  }

  @inlinable
  @inline(__always)
  var keptValue: Value? {
    valueLock.lock()
    defer { valueLock.unlock() }
    return value
  }

  @inlinable
  @inline(__always)
  static func evaluate(
    _ node: ComputedNode,
    into destination: UnsafeMutableRawPointer?,
    areEqual: (ComputedClosure<Value>, Value, Value) -> Bool
  ) -> Bool {
    let node = unsafeDowncast(node, to: Computed<Value>.self)
    var context = Context(node)
    return node.closure._withUnsafeGuaranteedRef { closure in
      let new = closure.compute(&context)
      if let destination {
        destination.assumingMemoryBound(to: Value?.self).pointee = new
        return true
      }
      // `areEqual` is user code, so no lock is held. No other thread replaces the value during an
      // evaluation.
      if let old = node.value, areEqual(closure, old, new) { return false }
      node.keep(new)
      return true
    }
  }

  @inlinable
  @inline(__always)
  func keep(_ new: consuming Value) {
    valueLock.lock()
    let replaced = value.take()
    value = consume new
    valueLock.unlock()
    // Plain bits and strings have no `deinit` that could run user code.
    if _isPOD(Value.self) || Value.self == String.self { return }
    if let replaced { DeferredRelease.release(HeldValue(replaced)) }
  }

  @usableFromInline
  @inline(never)
  func uncachedValue() -> Value {
    var result: Value?
    evaluateUncached { withUnsafeMutablePointer(to: &result) { _ = run(into: $0) } }
    // `run` has assigned it.
    return result.unsafelyUnwrapped
  }

  /// The value inside a database write, where nodes return uncommitted values that other threads
  /// must not see.
  @usableFromInline
  @inline(never)
  func uncommittedValue() -> Value {
    UncommittedResults.value(of: self) {
      var result: Value?
      withUnsafeMutablePointer(to: &result) { _ = run(into: $0) }
      return result.unsafelyUnwrapped
    }
  }
}

extension Computed: @unchecked Sendable where Value: Sendable {}
// SAFETY: `value` is guarded by `valueLock`, everything else is immutable and Sendable or guarded
// as GraphNode describes.
