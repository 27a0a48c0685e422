import StateGraphThreads

/// A subscription to changes. Cancelling or releasing this object ends the subscription.
public final class AnyCancellable: Sendable {
  private let onCancel: Guarded<(@Sendable () -> Void)?>

  /// Creates a subscription that calls `cancel` once when it ends.
  public init(_ cancel: @escaping @Sendable () -> Void) {
    onCancel = Guarded(cancel)
  }

  deinit {
    cancel()
  }

  /// Ends the subscription. If it has already ended, this does nothing. You can call this on any
  /// thread, and also in a handler of this subscription.
  public func cancel() {
    let cancel = onCancel.withLock { current in
      defer { current = nil }
      return current
    }
    cancel?()
  }

  /// Adds the subscription to `set`, which retains it.
  public func store(in set: inout Set<AnyCancellable>) {
    set.insert(self)
  }

  /// Appends the subscription to `collection`, which retains it.
  public func store(in collection: inout some RangeReplaceableCollection<AnyCancellable>) {
    collection.append(self)
  }
}

extension AnyCancellable: Hashable {
  public static func == (left: AnyCancellable, right: AnyCancellable) -> Bool { left === right }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
