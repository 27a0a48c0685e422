public import CStateGraphThreads

/// A node whose value is computed from other nodes, when somebody reads it, and kept until one of
/// them changes.
///
/// ```swift
/// let sum = Computed { _ in a.wrappedValue + b.wrappedValue }
/// ```
///
/// Dependencies are found anew in every run, so a conditional read is a conditional dependency. If
/// the new value equals the old one, nothing additional down hears of it. Reading is safe on any
/// thread; two threads that read an outdated node at once may both run the closure, and one result
/// is kept.
///
/// Every initialiser takes a name, and notes where it was called, for messages and dumps.
public final class Computed<Value>: ComputedNode {
  /// Guarded by `valueLock`, but for the thread that evaluates, which alone replaces it. Nil until
  /// the first evaluation.
  @exclusivity(unchecked) @usableFromInline final var value: Value?
  /// Retained here and released by way of ``Release``, never by the destruction of this property:
  /// the closure may hold the last reference to the next node of a long chain.
  @usableFromInline final let closure: Unmanaged<ComputedClosure<Value>>

  /// Makes a node that passes every new result on.
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

  /// Makes a node that passes a result on only where it differs from the one before.
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

  /// Makes a node that passes a result on unless `areEqual` says that nothing changed. It is called
  /// outside of every lock, on the thread that evaluates.
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

  /// The value, up to date with every change published before this read began.
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

  /// The value for a read that is recorded, or that has to bring it up to date.
  @inlinable
  @inline(never)
  var observedValue: Value {
    if stategraph_thread_current().pointee.uncommitted_depth != 0 { return uncommittedValue() }
    let thread = stategraph_thread_current()
    let givenUpBefore = thread.pointee.given_up_count
    if validateForRead() {
      if let value = upToDateValue { return value }
      // Given up, the last run's value is what there is.
      if thread.pointee.given_up_count != givenUpBefore, let value = keptValue { return value }
      // Another thread has begun to evaluate since, and what it has kept may yet be found to be of
      // two epochs.
      noteUncachedRead()
    }
    return uncachedValue()
  }

  /// The value, or nil where it is not up to date. Looked at under the lock that an evaluation
  /// keeps its value under: whoever looked before could get what an evaluation has just kept and
  /// not yet checked.
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
      // User code, so outside of the lock. Nobody else replaces the value meanwhile.
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
    // Numbers and texts have nobody to say farewell to.
    if _isPOD(Value.self) || Value.self == String.self { return }
    if let replaced { DeferredRelease.release(HeldValue(replaced)) }
  }

  @usableFromInline
  @inline(never)
  func uncachedValue() -> Value {
    var result: Value?
    evaluateUncached { withUnsafeMutablePointer(to: &result) { _ = run(into: $0) } }
    // The run has put it there.
    return result.unsafelyUnwrapped
  }

  /// Inside a transaction nodes answer with what it has written so far, which others must not see.
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
// as GraphNode says.
