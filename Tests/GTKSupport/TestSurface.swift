#if GTK
import CGTK
import CStateGraphGTK
import StateGraphGTK

/// A window on the display of a test: of the app, or a sheet or an alert above it.
@MainActor
public protocol TestSurface {
  /// The title, by which xdotool finds the window.
  var title: String { get }
  /// The `GtkWidget *` whose widgets the test sees.
  var root: UnsafeMutableRawPointer { get }
}

// MARK: - Widgets

extension TestSurface {
  var rootWidget: UnsafeMutablePointer<GtkWidget> { root.assumingMemoryBound(to: GtkWidget.self) }

  /// The widgets of the window that are visible, from the outside to the inside.
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

  /// The texts that the window shows, without those on buttons.
  public var texts: [String] {
    widgets.filter { $0.isLabel && !$0.isInControl }.map(\.text)
  }

  /// The first text of each page of the first stack of pages, also of those below the top, in the
  /// order in which the stack has received them.
  public var pageTexts: [String] {
    widgets.first(where: \.isStack)?.children.map { $0.firstText ?? "" } ?? []
  }

  /// The first control with this accessible name, or nil.
  public func find(_ name: String) -> TestWidget? {
    widgets.first { $0.isControl && $0.hasName(name) }
  }

  /// Presses a button. Returns false if there is none that can be pressed.
  @discardableResult
  public func press(_ name: String) -> Bool { find(name)?.press() ?? false }

  /// The first label that shows this text.
  public func label(_ text: String) -> TestWidget? {
    widgets.first { $0.isLabel && $0.text == text }
  }

  /// The position of the choice that the first picker shows, or nil for none.
  public var choice: Int? {
    guard let picker = widgets.first(where: { stategraph_gtk_is_drop_down($0.pointer) }) else {
      return nil
    }
    let position = gtk_drop_down_get_selected(OpaquePointer(picker.pointer))
    return position == guint.max ? nil : Int(position)
  }

  /// Chooses in the first picker.
  public func choose(_ position: Int) {
    for picker in widgets where stategraph_gtk_is_drop_down(picker.pointer) {
      gtk_drop_down_set_selected(OpaquePointer(picker.pointer), guint(position))
      return
    }
  }

  /// What the first progress bar shows, or nil if there is none.
  public var progress: Double? {
    widgets.first { stategraph_gtk_is_progress_bar($0.pointer) }.map {
      gtk_progress_bar_get_fraction(OpaquePointer($0.pointer))
    }
  }

  /// Waits until GTK has drawn the window so many times.
  public func waitForFrames(_ count: Int) async {
    await FrameCount.wait(for: count, of: root)
  }
}

// MARK: - The keyboard and the mouse

extension TestSurface {
  /// Presses and releases a key, such as `alt+Left`, with the focus in this window.
  public func key(_ name: String) async throws {
    try await focus()
    try await InputDevice.perform("key", name)
    await MainLoop.waitUntilIdle()
  }

  /// Types a text with the focus in a field.
  public func type(_ text: String, into name: String, milliseconds: Int) async throws {
    try await focus()
    try await click(name)
    try await InputDevice.perform("type", "--delay", "\(milliseconds)", text)
    await MainLoop.waitUntilIdle()
  }

  private func focus() async throws {
    try await appear("windowfocus")
    // GTK moves the focus to a window of its own, so xdotool cannot wait for it.
    await waitForFrames(2)
  }

  /// Waits until the window is on the screen, where the keyboard and the mouse reach it.
  private func appear(_ command: String...) async throws {
    await waitForFrames(2)
    try await InputDevice.perform(
      ["search", "--sync", "--onlyvisible", "--name", "^\(title)$"] + command
    )
  }

  /// Presses a button of the mouse in the middle of a control.
  ///
  /// - Parameters:
  ///   - name: The accessible name of the control.
  ///   - button: 1 for the left button, and 8 for the back button.
  ///   - duration: How long the button stays down.
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

  /// Moves the mouse with its left button down, from a place below its middle.
  ///
  /// - Parameters:
  ///   - x: How far to the right, in pixels.
  ///   - y: How far down, in pixels.
  public func drag(x: Int, y: Int) async throws {
    try await appear()
    // Not in the middle, where a button would take the gesture.
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
