/// A view or controller that reports the user's actions to its owner by calling closures.
///
/// The closures are not part of the view state, because closures cannot be compared. An owner that
/// sets a closure does not render the view.
///
/// ```swift
/// struct Actions { var open: () -> Void = {} }
/// var actions = Actions()
/// ```
@MainActor
public protocol HasActions: AnyObject {
  /// A type with one closure for each action of the user.
  associatedtype Actions

  /// The closures that the view calls, and that its owner sets.
  var actions: Actions { get set }
}
