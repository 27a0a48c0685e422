import CStateGraphThreads
public import Observation

/// A class whose `@GraphStored` and `@GraphComputed` properties work with Swift's Observation, like
/// the properties of an `@Observable` class.
///
/// ```swift
/// final class AppState: GraphObject {
///   @GraphStored var count: Int = 0
/// }
/// ```
///
/// `withObservationTracking` and `Observations` track reads of these properties. They are notified
/// after a change, so they read the new value.
///
/// Declare the conformance at the class itself and not in an extension, because the macros can see
/// only the class declaration.
public protocol GraphObject: AnyObject, Observable {}

/// Enables Observation for the process, and returns `node` unchanged.
///
/// Only code that the macros generate calls this function, for the nodes of a ``GraphObject``.
@_documentation(visibility: internal)
public func _$observable<Node>(_ node: Node) -> Node {
  GraphObservation.enable()
  return node
}

/// Controls whether nodes report their reads and changes to Swift's Observation framework.
public enum GraphObservation {
  /// Enables Observation for all nodes in the process.
  ///
  /// Afterwards, `withObservationTracking` and `Observations` track reads of nodes, and are
  /// notified of changes. Creating the first ``GraphObject`` also enables Observation.
  ///
  /// Observation is disabled at first, because it makes every untracked read about 15 ns slower.
  /// You cannot disable it again.
  public static func enable() {
    stategraph_use_observation()
  }
}
