import StateGraphThreads

/// Calls observers on the actors that their handlers are isolated to, if the change was made
/// outside of these actors.
///
/// Each actor has a queue of observers in the order of the changes. The queue contains an observer
/// at most once, so a handler receives only the newest value.
///
/// All observers of one change are added at once. The actor can begin to call observers while the
/// thread that made the change still runs. An observer that was added later would then need a
/// second job of the actor.
enum ActorDelivery {
  /// The observers that wait for their call, grouped by the identifier of their actor.
  ///
  /// The dictionary contains only actors with waiting observers. Each observer retains its actor,
  /// so no other actor can get the same identifier.
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
        // The task is isolated to the main actor from its beginning, so it needs no hop from
        // another executor. The main actor therefore calls the observers before the jobs that it
        // receives after this change. The task is created under the lock, so that no second thread
        // adds an observer before the task exists. The task waits for the lock, so that it calls
        // all of the observers. No user code runs under the lock.
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
    // A handler can change a node that an effect (a ``DeferredObserver``) has read. An effect that
    // ran before such a handler would have to run again, so effects run last.
    SynchronousDelivery.deliver(observers.filter { !($0 is DeferredObserver) })
    let effects = observers.compactMap { $0 as? DeferredObserver }
    let order = effects.indices.sorted { (effects[$0].order, $0) < (effects[$1].order, $1) }
    for index in order { effects[index].evaluate() }
  }
}
