#if GTK
import StateGraphCore

/// Evaluates a closure on the main actor, and again after a node of the graph that it has read has
/// changed.
@MainActor
final class TrackedEvaluation {
  private var subscription: AnyCancellable?

  /// A body above another one is evaluated first, because it may remove the other one.
  private let depth: Int

  init(depth: Int = 0) { self.depth = depth }

  /// Evaluates `read` now, in place of the closure before, and passes each result to `apply`. Only
  /// what `read` reads is tracked.
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
