#if GTK
import CGTK
import CStateGraphGTK
import StateGraphGTK

extension TestSurface {
  /// Presses and releases a mouse button in the middle of a widget.
  public func click(_ widget: TestWidget, button: Int = 1) async throws {
    try await appear()
    guard let place = widget.middle else { return }
    try await InputDevice.perform(
      "mousemove",
      "\(Int(place.x))",
      "\(Int(place.y))",
      "click",
      "\(button)"
    )
    await MainLoop.waitUntilIdle()
  }

  /// Returns the search field with this accessible name. Nil if there is none.
  public func search(_ name: String) -> TestWidget? {
    widgets.first { $0.className == "GtkSearchEntry" && $0.hasName(name) }
  }

  /// The titles of the table headers that show an arrow, because the rows are sorted by them.
  public var sortedHeaders: [String] {
    widgets.filter { $0.className == "GtkColumnViewTitle" && $0.hasArrow }
      .map { $0.labelTexts.joined() }
  }

  /// The titles of the commands in the open context menu. Empty if no menu is open.
  public var menuTitles: [String] { menuItems.map { $0.labelTexts.joined() } }

  /// Chooses a command of the open context menu. Returns false if there is no such command, or if
  /// it is disabled.
  public func chooseFromMenu(_ title: String) -> Bool {
    guard let item = menuItems.first(where: { $0.labelTexts.joined() == title }), item.isEnabled
    else { return false }
    return gtk_widget_activate(item.pointer) != 0
  }

  private var menuItems: [TestWidget] {
    widgets.filter { $0.className == "GtkModelButton" && gtk_widget_get_mapped($0.pointer) != 0 }
  }
}

extension TestWidget {
  /// Whether a sorting arrow is shown in the widget.
  fileprivate var hasArrow: Bool {
    if className == "GtkBuiltinIcon" {
      let classes = gtk_widget_get_css_classes(pointer)
      defer { g_strfreev(classes) }
      var index = 0
      while let name = classes?[index] {
        if ["ascending", "descending"].contains(String(cString: name)) { return true }
        index += 1
      }
    }
    return children.contains { $0.hasArrow }
  }

  /// The name of the widget's class in GTK.
  var className: String {
    let instance = UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: GTypeInstance.self)
    return LoopText.read(g_type_name(instance.pointee.g_class.pointee.g_type))
  }

  /// Presses `Return` in the text field.
  public func activate() { stategraph_gtk_emit(pointer, "activate") }

  /// Whether this is the accessible description of the widget.
  public func hasDescription(_ text: String) -> Bool {
    stategraph_gtk_has_accessible_description(pointer, text)
  }

  /// Whether the user can edit the text of the field.
  public var isEditable: Bool { gtk_editable_get_editable(OpaquePointer(pointer)) != 0 }

  /// Whether assistive technology says that the value of the widget is invalid.
  public var isInvalid: Bool { stategraph_gtk_is_invalid(pointer) }
}

#endif
