/// A view or controller that tells its owner what the user did, by closures.
///
/// The closures are not part of the state, because they cannot be compared. Setting them renders
/// nothing.
///
/// ```swift
/// struct Actions { var open: () -> Void = {} }
/// var actions = Actions()
/// ```
@MainActor
public protocol HasActions: AnyObject {
  /// One closure for each thing that the user can do.
  associatedtype Actions

  /// What the view calls.
  var actions: Actions { get set }
}
