#if GTK
import CGTK

/// A gesture of the user that a test simulates.
///
/// The test emits the gesture's signal on the event controller of a widget. Real input is not used,
/// because the display has no touch screen, and `xdotool` is too slow for thousands of gestures.
public enum TestGesture: CaseIterable, Sendable {
  case escape
  case altLeft
  case mouseBack
  case swipeRight
  case swipeDown
  /// A long press on the back button.
  case longPress
}

extension TestSurface {
  /// Simulates a gesture on the first event controller of the window that handles such gestures.
  /// Returns false if the window has no such controller.
  @discardableResult
  public func perform(_ gesture: TestGesture) -> Bool {
    switch gesture {
    case .escape: return perform(shortcut: "Escape")
    case .altLeft: return perform(shortcut: "<Alt>Left")
    case .mouseBack:
      for controller in controllers(of: gtk_gesture_click_get_type())
      where gtk_gesture_single_get_button(controller.opaque) == 8 {
        return controller.emit("pressed", [.int(1), .double(0), .double(0)])
      }
      return false
    case .longPress:
      return controllers(of: gtk_gesture_long_press_get_type()).first?
        .emit("pressed", [.double(1), .double(1)]) ?? false
    case .swipeRight: return swipe(x: 900, y: 0)
    case .swipeDown: return swipe(x: 350, y: 900)
    }
  }

  /// Changes the widgets of the window, so that a drag with the mouse counts as a swipe. Normally,
  /// a swipe needs a touch screen, which the display of the tests does not have.
  public func acceptSwipesOfMouse() {
    for controller in controllers(of: gtk_gesture_swipe_get_type()) {
      gtk_gesture_single_set_touch_only(controller.opaque, 0)
    }
  }

  private func swipe(x: Double, y: Double) -> Bool {
    controllers(of: gtk_gesture_swipe_get_type()).first?
      .emit("swipe", [.double(x), .double(y)]) ?? false
  }

  private func perform(shortcut name: String) -> Bool {
    for controller in controllers(of: gtk_shortcut_controller_get_type()) {
      for position in 0..<g_list_model_get_n_items(controller.opaque) {
        guard let item = g_list_model_get_item(controller.opaque, position) else { continue }
        defer { g_object_unref(item) }
        let text = gtk_shortcut_trigger_to_string(gtk_shortcut_get_trigger(OpaquePointer(item)))
        defer { g_free(text) }
        guard let text, String(cString: text) == name else { continue }
        let action = gtk_shortcut_get_action(OpaquePointer(item))
        let flags = GtkShortcutActionFlags(rawValue: 0)
        return gtk_shortcut_action_activate(action, flags, controller.widget, nil) != 0
      }
    }
    return false
  }

  /// Returns the event controllers of one class that belong to the window and its visible widgets.
  private func controllers(of type: GType) -> [EventController] {
    var found: [EventController] = []
    for widget in widgets.map(\.pointer) {
      let list = gtk_widget_observe_controllers(widget)
      defer { g_object_unref(UnsafeMutableRawPointer(list)) }
      for position in 0..<g_list_model_get_n_items(list) {
        guard let item = g_list_model_get_item(list, position) else { continue }
        // The widget still holds a reference to the controller.
        g_object_unref(item)
        let instance = item.assumingMemoryBound(to: GTypeInstance.self)
        if g_type_check_instance_is_a(instance, type) != 0 {
          found.append(EventController(object: item, widget: widget))
        }
      }
    }
    return found
  }
}

/// A `GtkEventController`, which handles gestures and keys, and the widget to which it belongs.
private struct EventController {
  enum Argument {
    case int(Int32)
    case double(Double)
  }

  let object: UnsafeMutableRawPointer
  let widget: UnsafeMutablePointer<GtkWidget>

  var opaque: OpaquePointer { OpaquePointer(object) }

  /// Emits a signal of the controller, as GTK does after an input of the user.
  func emit(_ signal: String, _ arguments: [Argument]) -> Bool {
    let type = object.assumingMemoryBound(to: GTypeInstance.self).pointee.g_class.pointee.g_type
    var values = [GValue](repeating: GValue(), count: arguments.count + 1)
    g_value_init(&values[0], type)
    g_value_set_object(&values[0], object)
    for (index, argument) in arguments.enumerated() {
      switch argument {
      case .int(let number):
        g_value_init(&values[index + 1], g_type_from_name("gint"))
        g_value_set_int(&values[index + 1], number)
      case .double(let number):
        g_value_init(&values[index + 1], g_type_from_name("gdouble"))
        g_value_set_double(&values[index + 1], number)
      }
    }
    g_signal_emitv(&values, g_signal_lookup(signal, type), 0, nil)
    for index in values.indices { g_value_unset(&values[index]) }
    return true
  }
}

#endif
