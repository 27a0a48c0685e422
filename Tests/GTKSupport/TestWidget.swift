#if GTK
import CGTK
import CStateGraphGTK
import Foundation
package import StateGraphGTK

/// A widget in the window of a test. Tests read what the widget shows, and use it as the user does.
@MainActor
public struct TestWidget {
  let pointer: UnsafeMutablePointer<GtkWidget>

  public var isLabel: Bool { stategraph_gtk_is_label(pointer) }

  /// Whether the widget is a `GtkStack`, which contains pages.
  var isStack: Bool {
    let instance = UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: GTypeInstance.self)
    return g_type_check_instance_is_a(instance, gtk_stack_get_type()) != 0
  }

  /// The widgets directly in this one, including invisible widgets.
  var children: [TestWidget] {
    var found: [TestWidget] = []
    var child = gtk_widget_get_first_child(pointer)
    while let now = child {
      found.append(TestWidget(pointer: now))
      child = gtk_widget_get_next_sibling(now)
    }
    return found
  }

  /// The text of the first label in this widget, including invisible labels. If this widget is
  /// itself a label, its own text. Nil if there is no label.
  var firstText: String? {
    isLabel ? text : children.lazy.compactMap(\.firstText).first
  }

  /// The texts of the labels in this widget, including invisible labels.
  var labelTexts: [String] { isLabel ? [text] : children.flatMap(\.labelTexts) }

  /// Identifies the widget by its address.
  public var id: Int { Int(bitPattern: pointer) }

  /// Whether the widget is a button, a text field or a check button.
  public var isControl: Bool {
    stategraph_gtk_is_button(pointer) || stategraph_gtk_is_entry(pointer)
      || stategraph_gtk_is_check_button(pointer)
  }

  /// Whether the widget is inside a control, such as the label of a button.
  var isInControl: Bool {
    var above = gtk_widget_get_parent(pointer)
    while let now = above {
      if TestWidget(pointer: now).isControl { return true }
      above = gtk_widget_get_parent(now)
    }
    return false
  }

  /// Whether neither the widget nor a widget around it is disabled.
  public var isEnabled: Bool { gtk_widget_is_sensitive(pointer) != 0 }

  /// The text that the widget shows: that of a label, the title of a button, or the content of an
  /// entry.
  public var text: String {
    let opaque = OpaquePointer(pointer)
    if isLabel { return LoopText.read(gtk_label_get_text(opaque)) }
    if stategraph_gtk_is_entry(pointer) || className == "GtkSearchEntry" {
      return LoopText.read(gtk_editable_get_text(opaque))
    }
    let raw = UnsafeMutableRawPointer(pointer)
    if stategraph_gtk_is_check_button(pointer) {
      return LoopText.read(
        gtk_check_button_get_label(raw.assumingMemoryBound(to: GtkCheckButton.self))
      )
    }
    if stategraph_gtk_is_button(pointer) {
      return LoopText.read(gtk_button_get_label(raw.assumingMemoryBound(to: GtkButton.self)))
    }
    return ""
  }

  /// Whether `name` is the accessible name of the widget, or the text that it shows. The text of an
  /// entry does not count.
  public func hasName(_ name: String) -> Bool {
    stategraph_gtk_has_accessible_name(pointer, name)
      || (!stategraph_gtk_is_entry(pointer) && text == name)
  }

  /// Returns the title of a window of the app.
  package static func title(ofWindow host: WindowHost) -> String {
    LoopText.read(gtk_window_get_title(host.handle.cast()))
  }

  /// Presses the control as the user does. Returns false if the control is disabled or not on the
  /// screen.
  @discardableResult
  public func press() -> Bool {
    guard isEnabled, gtk_widget_get_mapped(pointer) != 0 else { return false }
    // `gtk_widget_activate` would press a button a quarter of a second later.
    if stategraph_gtk_is_button(pointer) {
      stategraph_gtk_emit(pointer, "clicked")
      return true
    }
    return gtk_widget_activate(pointer) != 0
  }

  /// The place and the size of a widget in screen coordinates, as it is drawn. The display has no
  /// window manager, so each window is at the top left of the screen.
  public struct Frame: Sendable {
    public var (x, y, width, height) = (0.0, 0.0, 0.0, 0.0)
    /// The coordinates of the right and the lower edge.
    public var right: Double { x + width }
    public var bottom: Double { y + height }
    /// The coordinates of the middle.
    public var middle: (x: Double, y: Double) { (x + width / 2, y + height / 2) }
  }

  /// The place of the widget. Nil if the widget is not in a window.
  public var frame: Frame? {
    var frame = Frame()
    let isKnown = stategraph_gtk_bounds(
      pointer,
      &frame.x,
      &frame.y,
      &frame.width,
      &frame.height
    )
    return isKnown ? frame : nil
  }

  /// The middle of the widget in screen coordinates. Nil if the widget is not in a window.
  public var middle: (x: Double, y: Double)? { frame?.middle }

  /// Returns a point of the widget in screen coordinates. The arguments are fractions of the
  /// widget's width and height. Nil if the widget is not in a window.
  func place(x fractionOfWidth: Double, y fractionOfHeight: Double) -> (x: Double, y: Double)? {
    frame.map { ($0.x + $0.width * fractionOfWidth, $0.y + $0.height * fractionOfHeight) }
  }

  /// Changes the content of an entry as the user does: deletes the text after the common prefix of
  /// the old and the new content, and types the missing text.
  public func type(_ new: String) {
    let entry = OpaquePointer(pointer)
    let old = text
    let common = old.commonPrefix(with: new)
    if common != old { gtk_editable_delete_text(entry, Int32(common.unicodeScalars.count), -1) }
    var position = Int32(common.unicodeScalars.count)
    let rest = String(new.dropFirst(common.count))
    if !rest.isEmpty { gtk_editable_insert_text(entry, rest, -1, &position) }
  }

  /// Whether the widget, which must be a check button, is on.
  public var isOn: Bool {
    let raw = UnsafeMutableRawPointer(pointer)
    return gtk_check_button_get_active(raw.assumingMemoryBound(to: GtkCheckButton.self)) != 0
  }

  /// The red, green and blue components of the text colour, from 0 to 1, rounded to two digits.
  public var color: [Double] {
    var color = GdkRGBA()
    gtk_style_context_get_color(gtk_widget_get_style_context(pointer), &color)
    return [color.red, color.green, color.blue].map { (Double($0) * 100).rounded() / 100 }
  }
}

#endif
