#if GTK
import StateGraphCore

/// Evaluates a closure on the main actor, and evaluates it again after each change of a graph node
/// that the closure has read.
@MainActor
final class TrackedEvaluation {
  private var subscription: AnyCancellable?

  /// The number of view nodes above the view that uses this object. If several closures must be
  /// evaluated, those with a smaller depth are evaluated first, because they may remove the views
  /// of the others.
  private let depth: Int
  /// The type of the view, for ``ViewEvaluations``, or nil for closures that are no bodies.
  private let type: Any.Type?
  /// Whether ``begin(_:then:)`` evaluates its closure for the first time.
  private var isBeginning = false

  init(depth: Int = 0, of type: Any.Type? = nil) { (self.depth, self.type) = (depth, type) }

  /// Evaluates `read` immediately and after each change of a graph node that `read` has read, and
  /// passes each result to `apply`. Nodes that `apply` reads do not count. A second call of this
  /// function replaces both closures.
  func begin<Value>(
    _ read: @escaping @MainActor () -> Value,
    then apply: @escaping @MainActor (Value) -> Void
  ) {
    subscription?.cancel()
    isBeginning = true
    defer { isBeginning = false }
    subscription = withGraphEffect(order: depth) { @MainActor [weak self, type] in
      if let type, self?.isBeginning == false { ViewEvaluations.note("\(type)") }
      let value = read()
      withoutGraphTracking { apply(value) }
    }
  }

  func end() {
    subscription?.cancel()
    subscription = nil
  }
}

/// Tells which views changes of graph nodes have evaluated, for logs and tests.
///
/// ```swift
/// ViewEvaluations.didEvaluate = { names in print("woke", names.joined(separator: ", ")) }
/// ```
@MainActor
public enum ViewEvaluations {
  /// Called once after each turn of the loop in which changes of nodes have led to evaluations,
  /// with the type names of the views, in the order of their evaluation. A view that is evaluated
  /// because the body around it was, is not among them. The default nil costs nothing.
  public static var didEvaluate: (@MainActor ([String]) -> Void)?

  private static var names: [String] = []

  static func note(_ name: @autoclosure () -> String) {
    guard didEvaluate != nil else { return }
    if names.isEmpty {
      MainLoop.whenIdle {
        let evaluated = names
        names = []
        didEvaluate?(evaluated)
      }
    }
    names.append(name())
  }
}

#endif
