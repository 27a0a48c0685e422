#if GTK
import CGTK
import CStateGraphGTK
import StateGraphGTK

/// A window on the display of a test: a ``TestWindow``, or the ``TestOverlay`` of a sheet or an
/// alert.
@MainActor
public protocol TestSurface {
  /// The title of the window, by which `xdotool` finds the window.
  var title: String { get }
  /// The `GtkWidget *` at the top. Tests see this widget and the widgets in it.
  var root: UnsafeMutableRawPointer { get }
}

// MARK: - Widgets

extension TestSurface {
  var rootWidget: UnsafeMutablePointer<GtkWidget> { root.assumingMemoryBound(to: GtkWidget.self) }

  /// The visible widgets of the window, each widget before its children.
  public var widgets: [TestWidget] {
    var found: [TestWidget] = []
    func visit(_ widget: UnsafeMutablePointer<GtkWidget>) {
      guard gtk_widget_get_child_visible(widget) != 0, gtk_widget_get_visible(widget) != 0 else {
        return
      }
      found.append(TestWidget(pointer: widget))
      var child = gtk_widget_get_first_child(widget)
      while let now = child {
        visit(now)
        child = gtk_widget_get_next_sibling(now)
      }
    }
    visit(rootWidget)
    return found
  }

  /// The texts of the visible labels, without the labels in controls such as buttons.
  public var texts: [String] {
    widgets.filter { $0.isLabel && !$0.isInControl }.map(\.text)
  }

  /// One element for each page of the first `GtkStack`, including pages that are not visible: the
  /// first text of the page. In the order in which the stack has received the pages.
  public var pageTexts: [String] {
    widgets.first(where: \.isStack)?.children.map { $0.firstText ?? "" } ?? []
  }

  /// Returns the first control with this accessible name or text. Nil if there is none.
  public func find(_ name: String) -> TestWidget? {
    widgets.first { $0.isControl && $0.hasName(name) }
  }

  /// Presses the first control with this accessible name or text. Returns false if there is no such
  /// control, or if it is disabled or not on the screen.
  @discardableResult
  public func press(_ name: String) -> Bool { find(name)?.press() ?? false }

  /// Returns the first visible label with this text. Nil if there is none.
  public func label(_ text: String) -> TestWidget? {
    widgets.first { $0.isLabel && $0.text == text }
  }

  /// The text of the choice that the first picker shows, which is empty for a value without a choice.
  /// Nil if there is no picker.
  public var choice: String? {
    guard let picker = widgets.first(where: { stategraph_gtk_is_drop_down($0.pointer) }) else {
      return nil
    }
    return gtk_drop_down_get_selected_item(OpaquePointer(picker.pointer)).map {
      String(cString: gtk_string_object_get_string(OpaquePointer($0)))
    }
  }

  /// Selects the choice with an index in the first picker, as the user does.
  public func choose(_ position: Int) {
    for picker in widgets where stategraph_gtk_is_drop_down(picker.pointer) {
      gtk_drop_down_set_selected(OpaquePointer(picker.pointer), guint(position))
      return
    }
  }

  /// The fraction that the first progress bar shows, from 0 to 1. Nil if there is no progress bar.
  public var progress: Double? {
    widgets.first { stategraph_gtk_is_progress_bar($0.pointer) }.map {
      gtk_progress_bar_get_fraction(OpaquePointer($0.pointer))
    }
  }

  /// Waits until GTK has drawn `count` frames of the window.
  public func waitForFrames(_ count: Int) async {
    await FrameCount.wait(for: count, of: root)
  }
}

// MARK: - The keyboard and the mouse

extension TestSurface {
  /// Focuses this window, and presses and releases a key, such as `alt+Left`.
  public func key(_ name: String) async throws {
    try await focus()
    try await InputDevice.perform("key", name)
    await MainLoop.waitUntilIdle()
  }

  /// Clicks the text field with this accessible name, and types a text. `milliseconds` is the delay
  /// after each key.
  public func type(_ text: String, into name: String, milliseconds: Int) async throws {
    try await focus()
    try await click(name)
    try await InputDevice.perform("type", "--delay", "\(milliseconds)", text)
    await MainLoop.waitUntilIdle()
  }

  private func focus() async throws {
    try await appear("windowfocus")
    // GTK moves the focus to an internal window, so `xdotool` cannot wait for the focus.
    await waitForFrames(2)
  }

  /// Waits until the window is on the screen, and runs a command of `xdotool` for it.
  func appear(_ command: String...) async throws {
    await waitForFrames(2)
    try await InputDevice.perform(
      ["search", "--sync", "--onlyvisible", "--name", "^\(title)$"] + command
    )
  }

  /// Presses and releases a mouse button in the middle of a control.
  ///
  /// - Parameters:
  ///   - name: The accessible name of the control.
  ///   - button: The number of the mouse button: 1 for the left button, and 8 for the back button.
  ///   - duration: The time between press and release, in seconds.
  public func click(_ name: String, button: Int = 1, for duration: Double = 0) async throws {
    try await appear()
    guard let place = find(name)?.middle else { return }
    try await InputDevice.perform(
      "mousemove",
      "\(Int(place.x))",
      "\(Int(place.y))",
      "mousedown",
      "\(button)",
      "sleep",
      "\(duration)",
      "mouseup",
      "\(button)"
    )
    await MainLoop.waitUntilIdle()
  }

  /// Drags with the left mouse button, from a point below the middle of the window.
  ///
  /// - Parameters:
  ///   - x: The distance to the right, in pixels.
  ///   - y: The distance down, in pixels.
  public func drag(x: Int, y: Int) async throws {
    try await appear()
    // The drag does not begin in the middle, because a button there would receive the gesture.
    guard let place = TestWidget(pointer: rootWidget).place(x: 0.5, y: 0.8) else { return }
    let steps = 8
    var words = ["mousemove", "\(Int(place.x))", "\(Int(place.y))", "mousedown", "1"]
    for _ in 0..<steps {
      words += ["sleep", "0.01", "mousemove_relative", "--", "\(x / steps)", "\(y / steps)"]
    }
    try await InputDevice.perform(words + ["mouseup", "1"])
    await MainLoop.waitUntilIdle()
  }
}

#endif
