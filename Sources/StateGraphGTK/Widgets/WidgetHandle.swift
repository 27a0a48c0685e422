#if GTK
package import CGTK
import CStateGraphGTK
import StateGraphPresentation

/// Owns one GTK widget, with the styles and the disabling that the views around the widget ask for.
@MainActor
package final class WidgetHandle {
  package typealias Pointer = UnsafeMutablePointer<GtkWidget>

  /// How many handles exist.
  package private(set) static var liveCount = 0
  /// The number of properties of widgets that were set in the process. Tests use it.
  package private(set) static var propertyChanges = 0
  /// Called after each change of a widget. For tests, which wait for a change.
  package static var didChange: (() -> Void)?

  package let pointer: Pointer
  /// Whether this takes the free place in a stack.
  package let isSpacer: Bool
  private var connections: [UInt] = []
  private var styles = WidgetStyles()
  private var disablers = 0
  private var alignment = WidgetAlignment()

  /// Creates the owner of a new widget, and takes its floating reference.
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

  /// The widget as a pointer to one of its classes.
  package func cast<Class>(to type: Class.Type = Class.self) -> UnsafeMutablePointer<Class> {
    UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: type)
  }

  /// Sets one property of the widget. The caller has checked that it differs.
  package func set(_ change: () -> Void) {
    change()
    Self.propertyChanges += 1
    Self.didChange?()
  }

  /// Calls `action` for a signal that the user causes. The code of the app can cause it too: the
  /// signal is ignored while ``withoutSignals(_:)`` runs, and during a `render`.
  package func connectInput(_ signal: String, _ action: @escaping @MainActor () -> Void) {
    connect(signal) { if !Rendering.isActive { action() } }
  }

  /// Calls `action` for a signal of the widget, but not while ``withoutSignals(_:)`` runs.
  package func connect(_ signal: String, _ action: @escaping @MainActor () -> Void) {
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

  /// Runs `change` without the handlers of ``connect(_:_:)``.
  package func withoutSignals(_ change: () -> Void) {
    for connection in connections { g_signal_handler_block(pointer, gulong(connection)) }
    change()
    for connection in connections { g_signal_handler_unblock(pointer, gulong(connection)) }
  }

  // MARK: - What views around the widget want

  /// Adds or removes one of the views that disable the widget. It is enabled when there is none.
  package func changeDisablers(by difference: Int) {
    let wasEnabled = disablers == 0
    disablers += difference
    let isEnabled = disablers == 0
    if wasEnabled != isEnabled { set { gtk_widget_set_sensitive(pointer, isEnabled ? 1 : 0) } }
  }

  /// Sets the CSS class of one kind that `owner` asks for; nil for none. The class of the innermost
  /// owner is used.
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

  /// Places the widget in its container.
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

#endif
