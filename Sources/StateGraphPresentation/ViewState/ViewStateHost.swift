/// A view or controller that can show a state. A toolkit's base classes conform to this protocol,
/// and their subclasses conform to ``HasViewState``.
///
/// Such a base class creates `rendering` once. Its `isReadyToRender` tells whether its widgets
/// exist:
///
/// ```swift
/// class Controller: ViewStateHost {
///   let rendering = Rendering()
///   var isReadyToRender: Bool { isLoaded }
/// }
/// ```
@MainActor
public protocol ViewStateHost: AnyObject {
  /// Renders the state of this host, and remembers which state was rendered last. The host creates
  /// this object once.
  var rendering: Rendering { get }

  /// Whether the widgets exist, so that a state can be rendered. While it is false, no state is
  /// rendered. The default is true.
  ///
  /// When the value becomes true, the toolkit must call ``HasViewState/renderIfNeeded()``.
  var isReadyToRender: Bool { get }

  /// Whether the view may animate a change. A toolkit returns true if the widget is visible and has
  /// a size, and the desktop allows animations. The default is false.
  var canAnimate: Bool { get }
}

extension ViewStateHost {
  /// True: a class that does not implement the property has its widgets from its creation on.
  public var isReadyToRender: Bool { true }
  /// False: a class that does not implement the property does not animate changes.
  public var canAnimate: Bool { false }
}
