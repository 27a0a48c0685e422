/// An object of a toolkit that shows a navigation, such as a controller of a stack of widgets.
///
/// ```swift
/// final class NavigationController: NavigationPresenter {
///   let navigation = NavigationBinding()
///
///   func show(_ stack: NavigationStack, animated: Bool) { … }  // makes the widgets equal to it
///   func backButtonWasPressed() { navigation.handle(.back) }
/// }
/// ```
///
/// A presenter shows each stack that it receives, and reports the user's gestures to its
/// ``NavigationBinding``. A presenter must not add or remove a page by itself, because the state
/// determines the pages.
@MainActor
public protocol NavigationPresenter: AnyObject {
  /// The connection of this presenter to the state. The presenter creates the binding once and
  /// retains it.
  var navigation: NavigationBinding { get }

  /// Shows `stack` in place of the stack that the presenter showed before.
  ///
  /// `bind` calls this function once. After that, the binding calls it at most once in each job of
  /// the main actor. Pages with the same ``PageItem/id`` are the same objects, and keep their
  /// widgets. A toolkit that animates a removed page removes its widgets after the animation.
  ///
  /// - Parameters:
  ///   - stack: The pages, sheets and alerts of the current state.
  ///   - animated: Whether the presenter may animate the change. False for the first stack after
  ///     `bind`.
  func show(_ stack: NavigationStack, animated: Bool)
}
