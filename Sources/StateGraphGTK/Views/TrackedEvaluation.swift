#if GTK
import StateGraphCore

/// Evaluates a closure on the main actor, and again after a node of the graph that it has read has
/// changed.
@MainActor
final class TrackedEvaluation {
  private var subscription: AnyCancellable?

  /// The number of nodes above the view. Bodies with a smaller depth are evaluated first, because
  /// they may remove the views below them.
  private let depth: Int

  init(depth: Int = 0) { self.depth = depth }

  /// Evaluates `read` now and after each change of a node that it has read, and passes each result
  /// to `apply`. The call replaces the previous closure. The reads of `apply` are not tracked.
  func begin<Value>(
    _ read: @escaping @MainActor () -> Value,
    then apply: @escaping @MainActor (Value) -> Void
  ) {
    subscription?.cancel()
    subscription = withGraphEffect(order: depth) { @MainActor in
      let value = read()
      withoutGraphTracking { apply(value) }
    }
  }

  func end() {
    subscription?.cancel()
    subscription = nil
  }
}

#endif
