import CStateGraphThreads

/// The actor and the parent of an observer. Most observers have neither, and so have no object of
/// this class.
///
/// The parent of an observer is the observer whose handler or group has created it. An observer is
/// cancelled before its parent runs again. So after a change of a node that both depend on, the
/// parent is called first, which can cancel the child.
final class ObserverPlacement {
  /// The actor on which the observer is called. If it is nil, the thread that makes a change calls
  /// the observer.
  let isolation: (any Actor)?
  /// The parent observer. It is set before the child starts, and valid until the child is
  /// cancelled.
  var parent: Unmanaged<Observer>?
  /// The descendants of this observer that have to wait for a call of this observer. Guarded by the
  /// graph's lock.
  var waiting: [Observer] = []
  /// Whether the observer is in the queue of its actor. Guarded by the lock of ``ActorDelivery``.
  var isScheduled = false

  init(on isolation: (any Actor)?) { self.isolation = isolation }

  /// Whether the caller runs on the actor. The caller must not hold a lock, because an actor's
  /// executor can be user code.
  var isCurrent: Bool {
    guard let isolation else { return true }
    // An `UnownedSerialExecutor` consists of two words, the executor's identity and its
    // implementation.
    let words = unsafeBitCast(
      isolation.unownedExecutor,
      to: (UnsafeMutableRawPointer?, UInt).self
    )
    return stategraph_is_current_executor(words.0, words.1)
  }
}
