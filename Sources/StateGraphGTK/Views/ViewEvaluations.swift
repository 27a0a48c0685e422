#if GTK
/// Tells which views changes of graph nodes have evaluated, for logs and tests.
///
/// ```swift
/// ViewEvaluations.didEvaluate = { names in print("woke", names.joined(separator: ", ")) }
/// ```
@MainActor
public enum ViewEvaluations {
  /// Called once after each turn of the loop in which changes of nodes have led to evaluations,
  /// with the type names of the views, in the order of their evaluation. A view that is evaluated
  /// because the body around it was, is not among them. Nil, the default, costs nothing.
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
