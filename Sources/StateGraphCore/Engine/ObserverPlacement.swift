import CStateGraphThreads

/// The actor and the parent of an observer. Most observers have neither, and no object of this
/// class.
///
/// The parent of an observer is the observer whose handler or group has created it. A change of a
/// node that both depend on can end the observer, because it ends before the parent runs again. So
/// a parent is always called before the observers that it has created.
final class ObserverPlacement {
  /// The actor on which the observer is called. If it is nil, the thread that makes a change calls
  /// the observer.
  let isolation: (any Actor)?
  /// The parent. It is set before the observer starts, and valid until the observer is cancelled.
  var parent: Unmanaged<Observer>?
  /// The observers that this observer or a child of it has created, and that have to wait for a
  /// call of this observer. Guarded by the graph's lock.
  var waiting: [Observer] = []
  /// Whether the observer is in the queue of its actor. Guarded by the lock of ``ActorDelivery``.
  var isScheduled = false

  init(on isolation: (any Actor)?) { self.isolation = isolation }

  /// Whether the caller runs on the actor. The caller must not hold a lock, because an actor's
  /// executor can be user code.
  var isCurrent: Bool {
    guard let isolation else { return true }
    // An `UnownedSerialExecutor` consists of these two words.
    let words = unsafeBitCast(
      isolation.unownedExecutor,
      to: (UnsafeMutableRawPointer?, UInt).self
    )
    return stategraph_is_current_executor(words.0, words.1)
  }
}
