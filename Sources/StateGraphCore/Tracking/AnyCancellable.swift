import StateGraphThreads

/// A subscription. Cancelling or releasing it ends the delivery.
public final class AnyCancellable: Sendable {
  private let onCancel: Guarded<(@Sendable () -> Void)?>

  /// Creates a subscription that calls `cancel` once when it ends.
  public init(_ cancel: @escaping @Sendable () -> Void) {
    onCancel = Guarded(cancel)
  }

  deinit {
    cancel()
  }

  /// Ends the subscription. Further calls do nothing. It may be called on any thread, also in a
  /// handler of the same subscription.
  public func cancel() {
    let cancel = onCancel.withLock { current in
      defer { current = nil }
      return current
    }
    cancel?()
  }

  /// Retains the subscription in `set`.
  public func store(in set: inout Set<AnyCancellable>) {
    set.insert(self)
  }

  /// Retains the subscription in `collection`.
  public func store(in collection: inout some RangeReplaceableCollection<AnyCancellable>) {
    collection.append(self)
  }
}

extension AnyCancellable: Hashable {
  public static func == (left: AnyCancellable, right: AnyCancellable) -> Bool { left === right }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
