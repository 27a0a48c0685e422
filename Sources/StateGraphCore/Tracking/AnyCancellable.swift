import StateGraphThreads

/// A subscription to the changes of one or more nodes.
///
/// The subscription ends when you call ``cancel()``, or when the last reference to this object is
/// released. Store this object for as long as you want to receive changes.
public final class AnyCancellable: Sendable {
  private struct Content {
    var onCancel: (@Sendable () -> Void)?
    var observers: [Observer] = []
  }

  private let content: Guarded<Content>

  /// Creates a subscription that calls `cancel` when it ends.
  ///
  /// `cancel` is called once, on the thread that ends the subscription.
  public init(_ cancel: @escaping @Sendable () -> Void) {
    content = Guarded(Content(onCancel: cancel))
  }

  init(_ observers: [Observer]) {
    content = Guarded(Content(observers: observers))
  }

  deinit {
    cancel()
  }

  /// Ends the subscription.
  ///
  /// You can call this function on any thread, also inside a handler of this subscription. A second
  /// call does nothing.
  ///
  /// After this function has returned, no handler begins on the thread that has called it. If it is
  /// called on the actor of a handler, that handler does not begin any more either. If another
  /// thread is calling a handler or about to call it, this one call finishes.
  public func cancel() {
    let current = content.withLock { content in
      defer { content.onCancel = nil }
      return content
    }
    current.onCancel?()
    // The observers are removed only after they were cancelled. If two threads call this function
    // at the same time, each of them cancels all observers. So neither call returns while an
    // observer is still active.
    for observer in current.observers { observer.cancel() }
    content.withLock { $0.observers = [] }
  }

  /// Adds this subscription to `set`.
  ///
  /// The set retains the subscription, so the subscription does not end while it is in the set.
  public func store(in set: inout Set<AnyCancellable>) {
    set.insert(self)
  }

  /// Appends this subscription to `collection`.
  ///
  /// The collection retains the subscription, so the subscription does not end while it is in the
  /// collection.
  public func store(in collection: inout some RangeReplaceableCollection<AnyCancellable>) {
    collection.append(self)
  }
}

extension AnyCancellable: Hashable {
  public static func == (left: AnyCancellable, right: AnyCancellable) -> Bool { left === right }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
