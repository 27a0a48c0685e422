import StateGraphThreads

/// A subscription to the changes of one or more nodes.
///
/// The subscription ends when you call ``cancel()``, or when the last reference to this object is
/// released. Store this object for as long as you want to receive changes.
public final class AnyCancellable: Sendable {
  private let onCancel: Guarded<(@Sendable () -> Void)?>

  /// Creates a subscription that calls `cancel` when it ends.
  ///
  /// `cancel` is called once, on the thread that ends the subscription.
  public init(_ cancel: @escaping @Sendable () -> Void) {
    onCancel = Guarded(cancel)
  }

  deinit {
    cancel()
  }

  /// Ends the subscription.
  ///
  /// You can call this function on any thread, also inside a handler of this subscription. A second
  /// call does nothing.
  public func cancel() {
    let cancel = onCancel.withLock { current in
      defer { current = nil }
      return current
    }
    cancel?()
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
