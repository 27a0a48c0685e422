public import CStateGraphThreads

/// A node whose value is computed from other nodes.
///
/// ```swift
/// let sum = Computed { _ in a.wrappedValue + b.wrappedValue }
/// ```
///
/// The value is computed when it is read, and then cached until a node that the closure has read
/// changes. Each run of the closure determines these dependencies again. So a node that the closure
/// reads only under a condition is a dependency only if the condition was true.
///
/// If the new value equals the old one, the nodes and observers that depend on this node do not
/// run. Text is equal only if its bytes are equal; see ``Stored``. Values that are not `Equatable`
/// count as different, unless you pass `areEqual`.
///
/// Any thread can read the node. If two threads read an outdated node at the same time, both may
/// run the closure, but only one result is cached.
///
/// Every initialiser accepts a name, and records the source location of the call. Messages and
/// dumps contain both.
public final class Computed<Value>: ComputedNode {
  /// The cached result, or nil before the first evaluation. Guarded by `valueLock`.
  ///
  /// The evaluating thread reads it without the lock, because only that thread replaces it.
  @exclusivity(unchecked) @usableFromInline final var value: Value?
  /// The user's closure, which this object retains manually.
  ///
  /// The closure can hold the last reference to the next node of a long chain. So ``ReleaseQueue``
  /// releases the closure, in a loop instead of a deep recursion.
  @usableFromInline final let closure: Unmanaged<ComputedClosure<Value>>

  /// Creates a node that treats every new result as a change, even if it equals the previous
  /// result.
  ///
  /// - Parameters:
  ///   - name: The name of the node in messages and dumps.
  ///   - fileID: The file that creates the node.
  ///   - line: The line in that file.
  ///   - compute: Returns the value. The thread that reads the node calls this closure, with no
  ///     lock held. The result should depend only on nodes that the closure reads, because other
  ///     changes are not detected.
  @inlinable
  public convenience init(
    name: StaticString? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ compute: @escaping @Sendable (inout Context) -> Value
  ) {
    self.init(
      ComputedClosure(compute),
      run: { Self.evaluate($0, into: $1) { _, _, _ in false } },
      origin: NodeOrigin(name, fileID: fileID, line: line)
    )
  }

  /// Creates a node that treats a new result as a change only if it differs from the previous
  /// result.
  ///
  /// Results are compared with `==`, and text also by its bytes. The parameters are the same as in
  /// the initialiser for values that are not `Equatable`.
  @inlinable
  public convenience init(
    name: StaticString? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ compute: @escaping @Sendable (inout Context) -> Value
  ) where Value: Equatable {
    self.init(
      ComputedClosure(compute),
      run: { Self.evaluate($0, into: $1) { _, old, new in ValueEquality.areSame(old, and: new) } },
      origin: NodeOrigin(name, fileID: fileID, line: line)
    )
  }

  /// Creates a node that treats a new result as a change only if `areEqual` returns false.
  ///
  /// `areEqual` receives the previous and the new result. The evaluating thread calls it, with no
  /// lock held. The other parameters are the same as those of the other initialisers.
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
      run: {
        Self.evaluate($0, into: $1) { closure, old, new in
          unsafeDowncast(closure, to: ComparingClosure<Value>.self).areEqual(old, new)
        }
      },
      origin: NodeOrigin(name, fileID: fileID, line: line)
    )
  }

  @inlinable
  init(_ closure: ComputedClosure<Value>, run: @escaping Run, origin: NodeOrigin) {
    self.closure = .passRetained(closure)
    super.init(run, origin: origin)
  }

  deinit {
    ReleaseQueue.release(Unmanaged<AnyObject>.fromOpaque(closure.toOpaque()))
  }

  /// The node's value. If a dependency has changed, reading this property first runs the closure.
  ///
  /// The value includes every change that was published before the read began.
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

  /// The value, for the reads that the fast path of `wrappedValue` does not handle.
  ///
  /// The fast path does not handle a read that is recorded as a dependency, a read inside a
  /// database write or snapshot, or a cached value that is out of date. It is also not used after
  /// Swift's Observation was enabled.
  @inlinable
  @inline(never)
  var observedValue: Value {
    if stategraph_thread_current().pointee.uncommitted_depth != 0 { return uncommittedValue() }
    let thread = stategraph_thread_current()
    let givenUpBefore = thread.pointee.given_up_count
    if validateForRead() {
      if let value = upToDateValue { return value }
      // The closure was repeated up to the limit of ``RerunLimit``, so the reader gets the result
      // of the last run.
      if thread.pointee.given_up_count != givenUpBefore, let value = keptValue { return value }
      // Another thread is evaluating the node. Its result cannot be used before that evaluation
      // ends, because the result may combine values from before and after a change.
      noteUncachedRead()
    }
    return uncachedValue()
  }

  /// The cached value, or nil if it is not up to date.
  ///
  /// The flags are checked under `valueLock`, because an evaluation stores its result under the
  /// same lock. Without the lock, this property could return a result that is stored, but that the
  /// evaluation has not yet compared with the latest changes.
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
      // No lock is held here, because `areEqual` is user code. Reading `value` without the lock is
      // safe, because no other thread replaces it during the evaluation.
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
    // Releasing a string, or a value that contains no references, cannot run user code. So such a
    // value needs no deferred release.
    if _isPOD(Value.self) || Value.self == String.self { return }
    if let replaced { DeferredRelease.release(HeldValue(replaced)) }
  }

  @usableFromInline
  @inline(never)
  func uncachedValue() -> Value {
    var result: Value?
    evaluateUncached { withUnsafeMutablePointer(to: &result) { _ = run(into: $0) } }
    // `run` always assigns a value to `result`.
    return result.unsafelyUnwrapped
  }

  /// Computes the value inside a database write or snapshot, and does not cache it.
  ///
  /// Inside a write, nodes return uncommitted values. Inside a snapshot, they can return older
  /// values. Other threads must not see either of them.
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
// SAFETY: `value` is guarded by `valueLock`. Everything else is immutable and Sendable, or is
// guarded as `GraphNode` describes.

extension Computed where Value: Sendable {
  /// Creates a node whose value never changes.
  ///
  /// Use this initialiser to pass a value to a function that requires a node, for example in a
  /// preview or in a test. The node has no dependencies, so a change never calls its observers.
  ///
  /// - Parameters:
  ///   - constant: The value of the node.
  ///   - name: The name of the node in messages and dumps.
  ///   - fileID: The file that creates the node.
  ///   - line: The line in that file.
  public convenience init(
    constant: Value,
    name: StaticString? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    self.init(name: name, fileID: fileID, line: line) { _ in constant }
  }
}

extension Computed {
  /// Creates a placeholder for the node of a `@GraphComputed` property.
  ///
  /// The class's `init` must replace the placeholder with the real node. If it does not, the first
  /// read of the property ends the program with a message. Only code that the macro generates calls
  /// this function.
  @_documentation(visibility: internal)
  public static func unassigned(name: StaticString) -> Computed {
    Computed(name: name) { _ in
      programmerError("\(name) has no node: assign '$\(lastPart(of: name))' in 'init'.")
    }
  }

  private static func lastPart(of name: StaticString) -> String {
    "\(name)".split(separator: ".").last.map(String.init) ?? ""
  }
}
