public import CStateGraphThreads

/// A node whose value is computed from other nodes, when somebody reads it, and kept until one of
/// them changes.
///
/// ```swift
/// let sum = Computed { _ in a.wrappedValue + b.wrappedValue }
/// ```
///
/// Dependencies are found anew in every run, so a conditional read is a conditional dependency. If
/// the new value equals the old one, nothing further down hears of it. Reading is safe on any
/// thread; two threads that read an outdated node at once may both run the closure, and one result
/// is kept.
public final class Computed<Value>: ComputedNode {
  /// What a closure is given. Carries nothing yet; it is there so that adding something breaks
  /// nobody.
  public struct Context: ~Copyable {
    init() {}
  }

  /// Retained here and released by way of ``Release``, never by the destruction of this property:
  /// the closure may hold the last reference to the next node of a long chain.
  private let closure: Unmanaged<Closure>
  private let areEqual: ((Value, Value) -> Bool)?
  /// Guarded by `valueLock`. Nil until the first evaluation.
  @usableFromInline var value: Value?

  private final class Closure {
    let compute: @Sendable (inout Context) -> Value
    init(_ compute: @escaping @Sendable (inout Context) -> Value) { self.compute = compute }
  }

  /// Makes a node that passes every new result on.
  public convenience init(
    name: StaticString? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ compute: @escaping @Sendable (inout Context) -> Value
  ) {
    self.init(comparing: nil, NodeOrigin(name, fileID, line), compute)
  }

  /// Makes a node that passes a result on only where it differs from the one before.
  public convenience init(
    name: StaticString? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ compute: @escaping @Sendable (inout Context) -> Value
  ) where Value: Equatable {
    self.init(comparing: ==, NodeOrigin(name, fileID, line), compute)
  }

  /// Makes a node that passes a result on unless `areEqual` says that nothing changed. It is called
  /// outside of every lock, on the thread that evaluates.
  public convenience init(
    areEqual: @escaping @Sendable (Value, Value) -> Bool,
    name: StaticString? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ compute: @escaping @Sendable (inout Context) -> Value
  ) {
    self.init(comparing: areEqual, NodeOrigin(name, fileID, line), compute)
  }

  private init(
    comparing areEqual: ((Value, Value) -> Bool)?,
    _ origin: NodeOrigin,
    _ compute: @escaping @Sendable (inout Context) -> Value
  ) {
    self.areEqual = areEqual
    closure = .passRetained(Closure(compute))
    super.init(origin)
  }

  deinit {
    Release.later([Unmanaged<AnyObject>.fromOpaque(closure.toOpaque())])
  }

  /// The value, up to date with every change published before this read began.
  @inlinable
  public var wrappedValue: Value {
    let thread = stategraph_thread_current()
    if isClean, thread.pointee.tracking == nil, thread.pointee.uncommitted_depth == 0 {
      valueLock.lock()
      defer { valueLock.unlock() }
      // Evaluated, since it is not dirty: nodes are born dirty.
      return value.unsafelyUnwrapped
    }
    return observedValue
  }

  /// The value for a read that is recorded, or that has to bring it up to date.
  @inline(never)
  @usableFromInline
  var observedValue: Value {
    if stategraph_thread_current().pointee.uncommitted_depth != 0 { return computeUnrecorded() }
    if flags.isDisjoint(with: .unsettled) {
      track()
      if let value = cached() { return value }
    }
    return settledValue()
  }

  @inline(__always)
  private func cached() -> Value? {
    valueLock.lock()
    defer { valueLock.unlock() }
    return value
  }

  @inline(never)
  private func settledValue() -> Value {
    Validation.settle(self)
    track()
    // Nil or out of date only where another thread holds the evaluation: compute for this reader
    // alone.
    if flags.isDisjoint(with: .unsettled), let value = cached() { return value }
    return evaluateBeside(computeOnce)
  }

  private func computeOnce() -> Value {
    var context = Context()
    return closure._withUnsafeGuaranteedRef { $0.compute(&context) }
  }

  /// Inside a transaction nodes answer with what it has written so far, which others must not see.
  private func computeUnrecorded() -> Value {
    computeOnce()
  }

  override func evaluateAndStore() -> Bool {
    let new = computeOnce()
    // User code, so outside of the lock. Nobody else replaces the value meanwhile.
    if let areEqual, let old = cached(), areEqual(old, new) { return false }
    valueLock.lock()
    let replaced = value
    value = new
    valueLock.unlock()
    // The old value dies here, after unlocking.
    _ = replaced
    return true
  }
}

extension Computed: @unchecked Sendable where Value: Sendable {}
// SAFETY: `value` is guarded by `valueLock`, everything else is immutable and Sendable or guarded
// as GraphNode says.
