import StateGraphThreads

/// Calls observers on the actors that their handlers are isolated to, after a change elsewhere.
///
/// Each actor has a queue of observers in the order of the changes. An observer is in it at most
/// once, so its handler receives only the newest value.
///
/// All observers of one change come into the queues at once. The actor can begin while the thread
/// that made the change goes on, and would otherwise need several jobs for one change.
enum ActorDelivery {
  /// The queues that are not empty. The observers in a queue keep its actor alive.
  private static let queues = Guarded<[ObjectIdentifier: [Observer]]>([:])

  /// Adds `observers` to the queues of their actors, all at once. The caller must hold no lock.
  static func schedule(_ observers: [Observer]) {
    if observers.isEmpty { return }
    let starting = queues.withLock { queues in
      var starting: [any Actor] = []
      for observer in observers {
        guard let placement = observer.placement, let actor = placement.isolation,
          !placement.isScheduled
        else { continue }
        placement.isScheduled = true
        let key = ObjectIdentifier(actor)
        let isFirst = queues[key] == nil
        queues[key, default: []].append(observer)
        guard isFirst else { continue }
        // This task starts on the main actor, without a detour over another executor. The main
        // actor therefore calls the observers before the jobs that it receives after this change.
        // The task is created under the lock, so that no second thread adds an observer before the
        // task exists. It waits for the lock, so that it calls all of the observers. No user code
        // runs under the lock.
        if actor === MainActor.shared {
          Task { @MainActor in deliver(key) }
        } else {
          starting.append(actor)
        }
      }
      return starting
    }
    for actor in starting { Task { await deliver(on: actor) } }
  }

  private static func deliver(on actor: isolated any Actor) {
    deliver(ObjectIdentifier(actor))
  }

  /// Calls the observers in the queue of the actor `key`. The caller runs on this actor.
  private static func deliver(_ key: ObjectIdentifier) {
    let observers = queues.withLock { queues in
      let observers = queues.removeValue(forKey: key) ?? []
      for observer in observers { observer.placement?.isScheduled = false }
      return observers
    }
    // A handler can change a node that an effect has read. The effects therefore run after all
    // handlers.
    SynchronousDelivery.deliver(observers.filter { !($0 is DeferredObserver) })
    let effects = observers.compactMap { $0 as? DeferredObserver }
    let order = effects.indices.sorted { (effects[$0].order, $0) < (effects[$1].order, $1) }
    for index in order { effects[index].evaluate() }
  }
}
