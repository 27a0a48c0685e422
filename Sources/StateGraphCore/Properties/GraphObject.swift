public import Observation

/// A class whose `@GraphStored` and `@GraphComputed` properties take part in Swift's Observation,
/// like those of an `@Observable` class.
///
/// ```swift
/// final class AppState: GraphObject {
///   @GraphStored var count: Int = 0
/// }
/// ```
///
/// Declare the conformance at the class itself and not in an extension, because the macros only see
/// the class. Reads of the properties are tracked inside `withObservationTracking` and
/// `Observations`. Trackers are called after a change has been published, so they read the new
/// value.
public protocol GraphObject: AnyObject, Observable {}

/// Returns a ``GraphObject``'s node unchanged, and enables Observation. Macro expansions call this.
@_documentation(visibility: internal)
public func _$observable<Node>(_ node: Node) -> Node {
  GraphObservation.enable()
  return node
}
