public import Observation

/// A class whose `@GraphStored` and `@GraphComputed` properties take part in Swift's Observation,
/// as those of an `@Observable` class do.
///
/// ```swift
/// final class AppState: GraphObject {
///   @GraphStored var count: Int = 0
/// }
/// ```
///
/// The conformance has to stand at the class itself, where the macros see it. Inside
/// `withObservationTracking` and `Observations` reads of the properties are tracked. Trackers are
/// told after a change, when it has been published: what they read then is the new value.
public protocol GraphObject: AnyObject, Observable {}

/// Passes a node of a ``GraphObject`` on, and turns Observation on. For the macros' use.
public func _$observable<Node>(_ node: Node) -> Node {
  GraphObservation.enable()
  return node
}
