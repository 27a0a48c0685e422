#if GTK
import CGTK
import CStateGraphGTK
public import StateGraphPresentation

/// A widget that code changes by its properties. It is the class of the widgets of controllers, and
/// a box in which other widgets stand one below the other.
///
/// A subclass that conforms to `HasViewState` renders its state by its widgets.
@MainActor
open class WidgetView: ViewStateHost, EmptyInitializable {
  /// Calls `render` of a subclass that conforms to `HasViewState`.
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

  /// Adds a widget below those that are in this box. A widget that is in another box leaves it.
  public func append(_ child: WidgetView) {
    child.removeFromParent()
    children.append(child)
    child.parent = self
    handle.set { gtk_box_append(handle.cast(), child.handle.pointer) }
  }

  /// Removes this widget from its box; does nothing if it is in none.
  public func removeFromParent() {
    guard let parent else { return }
    self.parent = nil
    parent.children.removeAll { $0 === self }
    parent.handle.set { gtk_box_remove(parent.handle.cast(), handle.pointer) }
  }

  private weak var parent: WidgetView?

  /// Whether the widget takes no place.
  public var isHidden = false {
    didSet {
      guard isHidden != oldValue else { return }
      handle.set { gtk_widget_set_visible(handle.pointer, isHidden ? 0 : 1) }
    }
  }

  /// The name of the widget for people who do not see it; nil for the name that GTK finds.
  public var accessibilityLabel: String? {
    didSet {
      guard accessibilityLabel != oldValue else { return }
      let name = accessibilityLabel.map { LoopText.shown($0) }
      handle.set { stategraph_gtk_set_accessible_name(handle.pointer, name) }
    }
  }
}

#endif
