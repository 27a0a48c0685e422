#if GTK
package import CGTK
import CStateGraphGTK
import StateGraphPresentation

/// Owns one GTK widget. It also combines the styles that the views around the widget ask for, and
/// counts the views that disable the widget.
@MainActor
package final class WidgetHandle {
  package typealias Pointer = UnsafeMutablePointer<GtkWidget>

  /// How many handles exist in the process. Tests check with this number that no widget is left.
  package private(set) static var liveCount = 0
  /// How many properties of widgets the library has set in the process. Tests check with this
  /// number that no property is set without need.
  package private(set) static var propertyChanges = 0
  /// Called after each change of a widget. Tests set this closure to wait for a change.
  package static var didChange: (() -> Void)?

  /// Called after a list has announced changes of its rows, with the time that GTK took to handle
  /// them. Tests measure it.
  package static var announced: ((Duration) -> Void)?

  package let pointer: Pointer
  /// Whether the widget expands into the free space of a stack, because it belongs to a ``Spacer``.
  package let isSpacer: Bool
  private var connections: [UInt] = []
  private var styles = WidgetStyles()
  private var disablers = 0
  private var alignment = WidgetAlignment()

  /// Creates the owner of a new widget. The handle takes the floating reference of the widget.
  package init(_ pointer: Pointer, isSpacer: Bool = false) {
    self.pointer = pointer
    self.isSpacer = isSpacer
    g_object_ref_sink(pointer)
    Self.liveCount += 1
  }

  isolated deinit {
    // The handlers are disconnected, because GTK can keep the widget for a while, for example until
    // an animation ends.
    for connection in connections { g_signal_handler_disconnect(pointer, gulong(connection)) }
    g_object_unref(pointer)
    Self.liveCount -= 1
  }

  /// The widget as a pointer for a function of GTK whose argument is an opaque type.
  package var opaque: OpaquePointer { OpaquePointer(pointer) }

  /// Returns the widget as a pointer to one of its GTK classes, such as `GtkBox`. The caller knows
  /// that the widget has this class.
  package func cast<Class>(to type: Class.Type = Class.self) -> UnsafeMutablePointer<Class> {
    UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: type)
  }

  /// Runs `change`, which sets one property of the widget, and counts it. The caller has checked
  /// that the new value differs.
  package func set(_ change: () -> Void) {
    change()
    Self.propertyChanges += 1
    Self.didChange?()
  }

  /// Calls `action` for a signal that the user causes. The app's own code can cause the same
  /// signal. The signal is therefore ignored while ``withoutSignals(_:)`` or a `render` method
  /// runs.
  package func connectInput(_ signal: String, action: @escaping @MainActor () -> Void) {
    connect(signal) { if !Rendering.isActive { action() } }
  }

  /// Calls `action` for a signal of the widget, but not while ``withoutSignals(_:)`` runs.
  package func connect(_ signal: String, action: @escaping @MainActor () -> Void) {
    let connection = UInt(
      stategraph_gtk_connect(
        pointer,
        signal,
        LoopAction.perform,
        LoopAction {
          action(); return false
        }.retained,
        LoopAction.release
      )
    )
    connections.append(connection)
  }

  /// Runs `change`, and blocks the handlers of ``connect(_:action:)`` meanwhile.
  package func withoutSignals(_ change: () -> Void) {
    for connection in connections { g_signal_handler_block(pointer, gulong(connection)) }
    change()
    for connection in connections { g_signal_handler_unblock(pointer, gulong(connection)) }
  }

  // MARK: - What views around the widget want

  /// Changes the number of views that disable the widget. The widget is enabled if the number is
  /// zero.
  package func changeDisablers(by difference: Int) {
    let wasEnabled = disablers == 0
    disablers += difference
    let isEnabled = disablers == 0
    if wasEnabled != isEnabled { set { gtk_widget_set_sensitive(pointer, isEnabled ? 1 : 0) } }
  }

  /// Sets the CSS class of one kind, such as a font, that the view node `owner` asks for; nil
  /// removes it. If several owners ask for a class of the same kind, the class of the innermost one
  /// is used.
  package func setStyle(_ kind: WidgetStyles.Kind, to name: String?, by owner: ObjectIdentifier) {
    let before = styles.effective(kind)
    styles.set(kind, to: name, by: owner)
    let after = styles.effective(kind)
    guard before != after else { return }
    set {
      if let before { gtk_widget_remove_css_class(pointer, before) }
      if let after { gtk_widget_add_css_class(pointer, after) }
    }
  }

  /// Sets the position of the widget in the space that its container gives it.
  package func align(_ new: WidgetAlignment) {
    guard new != alignment else { return }
    set {
      if new.horizontal != alignment.horizontal {
        gtk_widget_set_halign(pointer, new.horizontal.value)
      }
      if new.vertical != alignment.vertical { gtk_widget_set_valign(pointer, new.vertical.value) }
    }
    alignment = new
  }

  /// Whether the widget, or a widget in it, expands into free space in this direction.
  package func expands(_ orientation: GtkOrientation) -> Bool {
    gtk_widget_compute_expand(pointer, orientation) != 0
  }
}

/// The position of a widget in the space that its container gives it.
package struct WidgetAlignment: Equatable {
  package enum Place: Equatable {
    case fill, start, center, end

    var value: GtkAlign {
      switch self {
      case .fill: GTK_ALIGN_FILL
      case .start: GTK_ALIGN_START
      case .center: GTK_ALIGN_CENTER
      case .end: GTK_ALIGN_END
      }
    }
  }

  package var horizontal = Place.fill
  package var vertical = Place.fill

  package init(horizontal: Place = .fill, vertical: Place = .fill) {
    self.horizontal = horizontal
    self.vertical = vertical
  }
}

#endif
