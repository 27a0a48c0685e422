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
/// Declare the conformance at the class itself and not in an extension, because the macros can only
/// see the class declaration. `withObservationTracking` and `Observations` then track reads of the
/// properties. They call trackers after a change was published, so a tracker reads the new value.
public protocol GraphObject: AnyObject, Observable {}

/// Returns a node of a ``GraphObject`` unchanged, and enables Observation for the process. Only the
/// code that the macros write calls this function.
@_documentation(visibility: internal)
public func _$observable<Node>(_ node: Node) -> Node {
  GraphObservation.enable()
  return node
}
