public import CStateGraphThreads

/// A node whose value is computed from other nodes. The value is computed when it is read, and then
/// cached until one of the other nodes changes.
///
/// ```swift
/// let sum = Computed { _ in a.wrappedValue + b.wrappedValue }
/// ```
///
/// Each run of the closure determines the dependencies again. So a node that the closure reads only
/// under a condition is a dependency only if the condition was true. If the new value equals the
/// old one, the nodes and observers that depend on this node do not run. A node can be read on any
/// thread. If two threads read an outdated node at the same time, both may run the closure, but
/// only one result is cached.
///
/// Every initialiser accepts a name, and records the source location of the call. Both are used in
/// messages and dumps.
public final class Computed<Value>: ComputedNode {
  /// The cached result. Nil before the first evaluation. Guarded by `valueLock`. The evaluating
  /// thread reads it without the lock, because only that thread replaces it.
  @exclusivity(unchecked) @usableFromInline final var value: Value?
  /// The user's closure. It can hold the last reference to the next node of a long chain. So it is
  /// retained manually and released through ``ReleaseQueue``, which avoids deep recursion.
  @usableFromInline final let closure: Unmanaged<ComputedClosure<Value>>

  /// Creates a node for which every new result counts as a change, even if it equals the previous
  /// one.
  ///
  /// - Parameters:
  ///   - name: The name of the node in messages and dumps.
  ///   - fileID: The file that creates the node.
  ///   - line: The line in that file.
  ///   - compute: Returns the value. It is called on a thread that reads the node, with no lock
  ///     held. Its result should depend only on the nodes that it reads.
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

  /// Creates a node whose result counts as a change only if it differs from the previous result by
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

  /// Creates a node whose result counts as a change only if `areEqual` returns false for the
  /// previous and the new result. `areEqual` is called on the evaluating thread, with no lock held.
  /// See the first initialiser for the other parameters.
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

  /// The node's value. It includes every change that was published before the read began.
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

  /// The value, for a read that is recorded as a dependency, or if the cached value is not up to
  /// date.
  @inlinable
  @inline(never)
  var observedValue: Value {
    if stategraph_thread_current().pointee.uncommitted_depth != 0 { return uncommittedValue() }
    let thread = stategraph_thread_current()
    let givenUpBefore = thread.pointee.given_up_count
    if validateForRead() {
      if let value = upToDateValue { return value }
      // After too many repeated runs, the reader gets the value of the last run: see
      // ``RerunLimit``.
      if thread.pointee.given_up_count != givenUpBefore, let value = keptValue { return value }
      // Another thread has begun to evaluate the node in the meantime. Its new result cannot be
      // used before that evaluation ends, because the result may turn out to mix values of two
      // epochs.
      noteUncachedRead()
    }
    return uncachedValue()
  }

  /// The cached value, or nil if it is not up to date. The flags are checked under `valueLock`,
  /// which an evaluation also holds when it caches its result. If the flags were checked before,
  /// this could return a result that was just cached but not yet verified.
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
      // `areEqual` is user code, so no lock is held. Reading `value` without the lock is safe,
      // because no other thread replaces it during the evaluation.
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
    // A value of plain bits, or a string, contains no `deinit` with user code, so it can be
    // released immediately.
    if _isPOD(Value.self) || Value.self == String.self { return }
    if let replaced { DeferredRelease.release(HeldValue(replaced)) }
  }

  @usableFromInline
  @inline(never)
  func uncachedValue() -> Value {
    var result: Value?
    evaluateUncached { withUnsafeMutablePointer(to: &result) { _ = run(into: $0) } }
    // `run` has assigned a value to `result`.
    return result.unsafelyUnwrapped
  }

  /// Computes the value inside a database write. There, nodes return uncommitted values, which
  /// other threads must not see, so the result is not cached.
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
