#if GTK
import CGTK
import CStateGraphGTK
public import StateGraphPresentation

/// The base class of widgets whose properties code sets, such as the widgets of a
/// ``WidgetController``. An instance of this class itself is a box that shows its widgets one below
/// the other.
///
/// A subclass can conform to `HasViewState`. Its `render` method then sets the properties of the
/// widgets for each new state.
@MainActor
open class WidgetView: ViewStateHost, EmptyInitializable {
  /// The object that calls `render` if the subclass conforms to `HasViewState`.
  public let rendering = Rendering()
  package let handle: WidgetHandle
  private var children: [WidgetView] = []

  /// Creates an empty box.
  public required init() {
    handle = WidgetHandle(gtk_box_new(GTK_ORIENTATION_VERTICAL, 8))
  }

  init(_ handle: WidgetHandle) { self.handle = handle }

  /// Whether a change can be animated: the widget is on the screen, and the desktop allows it.
  public var canAnimate: Bool {
    gtk_widget_get_mapped(handle.pointer) != 0 && gtk_widget_get_width(handle.pointer) > 0
      && stategraph_gtk_are_animations_enabled()
  }

  /// Adds a widget below the widgets of this box. If the widget is in another box, it is removed
  /// from that box.
  public func append(_ child: WidgetView) {
    child.removeFromParent()
    children.append(child)
    child.parent = self
    handle.set { gtk_box_append(handle.cast(), child.handle.pointer) }
    child.renderFirstState()
  }

  /// Renders the state of a subclass that conforms to `HasViewState`, if it has not rendered it.
  /// Called when the widget is placed among others, because the default state of a new widget is
  /// never set.
  final func renderFirstState() { (self as? any HasViewState)?.renderIfNeeded() }

  /// Removes this widget from its box. The call does nothing if the widget is in no box.
  public func removeFromParent() {
    guard let parent else { return }
    self.parent = nil
    parent.children.removeAll { $0 === self }
    parent.handle.set { gtk_box_remove(parent.handle.cast(), handle.pointer) }
  }

  private weak var parent: WidgetView?

  /// Whether the widget is hidden and takes no space.
  public var isHidden = false {
    didSet {
      guard isHidden != oldValue else { return }
      handle.set { gtk_widget_set_visible(handle.pointer, isHidden ? 0 : 1) }
    }
  }

  /// The name of the widget for assistive technology, such as a screen reader. If nil, GTK chooses
  /// the name.
  public var accessibilityLabel: String? {
    didSet {
      guard accessibilityLabel != oldValue else { return }
      let name = accessibilityLabel.map { LoopText.shown($0) }
      handle.set { stategraph_gtk_set_accessible_name(handle.pointer, name) }
    }
  }
}

#endif
