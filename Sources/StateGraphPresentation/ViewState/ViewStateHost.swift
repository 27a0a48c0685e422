/// A view or controller that can show a state. The classes of a toolkit conform to it.
///
/// A toolkit's classes create `rendering` once, and say when their widgets can be changed:
///
/// ```swift
/// class Controller: ViewStateHost {
///   let rendering = Rendering()
///   var isReadyToRender: Bool { isLoaded }
/// }
/// ```
@MainActor
public protocol ViewStateHost: AnyObject {
  /// Which state was rendered last. A host creates it once, and keeps it.
  var rendering: Rendering { get }

  /// Whether the widgets exist, so that a state can be rendered. The default is true.
  ///
  /// When it becomes true, the toolkit calls ``HasViewState/renderIfNeeded()``.
  var isReadyToRender: Bool { get }

  /// Whether a change can be animated: the widget is visible and has a size, and the desktop allows
  /// animation. The default is false.
  var canAnimate: Bool { get }
}

extension ViewStateHost {
  /// True: the widgets exist as long as the host.
  public var isReadyToRender: Bool { true }
  /// False: nothing is animated.
  public var canAnimate: Bool { false }
}
