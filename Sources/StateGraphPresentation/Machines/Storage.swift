import StateGraphCore

/// A variable in which a machine keeps its state, such as a property of an object or a node of the
/// graph.
///
/// While the machine runs, only the machine's actor accesses the variable.
public protocol Storage<Value> {
  /// The type of the machine's state.
  associatedtype Value
  /// The state of the machine. The machine sets it in each transition.
  var value: Value { get nonmutating set }

  /// Performs one transition. The machine calls this function once for each event.
  ///
  /// The default implementation calls `update` with ``value``. A storage in a database writes the
  /// new state before the machine sends the output and performs the effect.
  ///
  /// - Parameters:
  ///   - context: The event and the environment of the machine.
  ///   - update: Changes the state, and returns the effect and the output of the transition. It has
  ///     no side effects.
  /// - Returns: The effect that the machine performs next, and the output that it sends before.
  /// - Throws: An error if the storage refuses the transition. ``value`` must be as before. The
  ///   machine passes the error to the sender that waits for the event, and continues with the next
  ///   event.
  func transition<T: BaseTransducer>(
    _ context: TransitionContext<T>,
    _ update: (inout Value) -> Transition<T>
  ) throws -> Transition<T> where T.State == Value
}

extension Storage {
  /// Calls `update` with ``value``.
  @inlinable
  public func transition<T: BaseTransducer>(
    _ context: TransitionContext<T>,
    _ update: (inout Value) -> Transition<T>
  ) -> Transition<T> where T.State == Value {
    update(&value)
  }
}

/// Keeps the state of a machine in the value of a binding, so that views can show the state. A read
/// by the machine records no dependency.
struct BindingStorage<Value>: Storage {
  let binding: GraphBinding<Value>

  var value: Value {
    get { withoutGraphTracking { binding.wrappedValue } }
    nonmutating set { binding.wrappedValue = newValue }
  }
}

/// Keeps the state of a machine in a property of an object, for the overloads of `run` that have
/// the parameter `host`.
@usableFromInline
struct HostStorage<Host, Value>: Storage {
  @usableFromInline let host: Host
  @usableFromInline let keyPath: ReferenceWritableKeyPath<Host, Value>

  @inlinable
  init(host: Host, keyPath: ReferenceWritableKeyPath<Host, Value>) {
    self.host = host
    self.keyPath = keyPath
  }

  @inlinable var value: Value {
    get { host[keyPath: keyPath] }
    nonmutating set { host[keyPath: keyPath] = newValue }
  }
}

/// Keeps the state of a machine in an object of its own, for the overloads of `run` that have the
/// parameter `initialState`. No code except the machine accesses this object.
@usableFromInline
final class LocalStorage<Value>: Storage {
  @usableFromInline var value: Value

  @inlinable
  init(_ value: Value) {
    self.value = value
  }
}

/// Keeps the state of an ``ObservableTransducer`` in a node of the graph. Each transition sets the
/// node once. A read by the machine records no dependency.
struct StoredNodeStorage<Value>: Storage {
  let node: Stored<Value>

  var value: Value {
    get { withoutGraphTracking { node.wrappedValue } }
    nonmutating set { node.wrappedValue = newValue }
  }
}

/// The circumstances of one transition, which a machine passes to its ``Storage``.
public struct TransitionContext<T: BaseTransducer> {
  /// The event that causes the transition, or nil for the transition that a restored machine makes
  /// before its first event.
  public let event: T.Event?
  /// The environment of the machine.
  public let env: T.Env
  /// Receives the end of the event's processing. It is nil if nothing waits for it.
  @usableFromInline let receipt: FirstOutcome<Void>?

  @inlinable
  init(event: T.Event?, env: T.Env, receipt: FirstOutcome<Void>?) {
    self.event = event
    self.env = env
    self.receipt = receipt
  }

  /// The durable request that the event completes, or nil for all other events.
  package var completedRequest: RequestToken? { receipt?.completedRequest }

  /// Whether a sender waits for the event, and therefore receives the error of a refusal.
  package var isAwaited: Bool { receipt != nil && completedRequest == nil }
}
