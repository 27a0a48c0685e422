/// A view or controller that can show a state. A toolkit's classes conform to this protocol.
///
/// Such a class creates `rendering` once, and tells with `isReadyToRender` when its widgets can be
/// changed:
///
/// ```swift
/// class Controller: ViewStateHost {
///   let rendering = Rendering()
///   var isReadyToRender: Bool { isLoaded }
/// }
/// ```
@MainActor
public protocol ViewStateHost: AnyObject {
  /// Renders the state of this host, and records which state was rendered last. The host creates it
  /// once.
  var rendering: Rendering { get }

  /// Whether the widgets exist, so that a state can be rendered. The default is true.
  ///
  /// When the value becomes true, the toolkit calls ``HasViewState/renderIfNeeded()``.
  var isReadyToRender: Bool { get }

  /// Whether a change can be animated. It is true if the widget is visible and has a size, and the
  /// desktop allows animations. The default is false.
  var canAnimate: Bool { get }
}

extension ViewStateHost {
  /// True, because the widgets exist as long as the host.
  public var isReadyToRender: Bool { true }
  /// False: changes are not animated.
  public var canAnimate: Bool { false }
}
