import StateGraphThreads

/// A subscription. Cancelling or releasing it ends the delivery.
public final class AnyCancellable: Sendable {
  private let onCancel: Guarded<(@Sendable () -> Void)?>

  /// Makes a subscription that ends by `cancel`, which is called once.
  public init(_ cancel: @escaping @Sendable () -> Void) {
    onCancel = Guarded(cancel)
  }

  deinit {
    cancel()
  }

  /// Ends the subscription. A second call does nothing. Safe on any thread, and inside a handler of
  /// this very subscription.
  public func cancel() {
    let cancel = onCancel.withLock { current in
      defer { current = nil }
      return current
    }
    cancel?()
  }

  /// Keeps the subscription in `set` for as long as the set lives.
  public func store(in set: inout Set<AnyCancellable>) {
    set.insert(self)
  }

  /// Keeps the subscription in `collection` for as long as the collection lives.
  public func store(in collection: inout some RangeReplaceableCollection<AnyCancellable>) {
    collection.append(self)
  }
}

extension AnyCancellable: Hashable {
  public static func == (left: AnyCancellable, right: AnyCancellable) -> Bool { left === right }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
