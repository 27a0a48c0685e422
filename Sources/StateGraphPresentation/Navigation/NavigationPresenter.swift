/// What a toolkit implements to show a navigation, such as a controller of a stack of widgets.
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
/// A presenter decides nothing: it shows each stack that it gets, and reports the user's gestures
/// to its ``NavigationBinding``. It must not remove a page by itself.
@MainActor
public protocol NavigationPresenter: AnyObject {
  /// What the presenter is bound to. It is created once, and ends with the presenter.
  var navigation: NavigationBinding { get }

  /// Shows `stack` in place of the previous one.
  ///
  /// It is called once in `bind`, and then at most once in each job of the main actor. Pages with
  /// the same ``PageItem/id`` are the same objects, and keep their widgets. A toolkit that slides
  /// pages removes the widgets of a page when its slide has ended.
  ///
  /// - Parameters:
  ///   - stack: What the state says now.
  ///   - animated: False for the first stack of a binding.
  func show(_ stack: NavigationStack, animated: Bool)
}
