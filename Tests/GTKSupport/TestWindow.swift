#if GTK
import CGTK
import CStateGraphGTK
public import StateGraphGTK

/// A window for a test: real widgets on a real display.
@MainActor
public final class TestWindow {
  private static var count = 0

  private let host: WindowHost
  /// No other window has it, so that xdotool finds this one.
  private let title: String

  /// Opens a window that shows a view.
  public init(
    width: Int = 480,
    height: Int = 360,
    @ViewBuilder _ content: () -> some View
  ) {
    let content = content()
    Self.count += 1
    title = "Test window \(Self.count) of the tests"
    host = WindowHost(Window(title, width: width, height: height) { content })
    host.present()
  }

  /// Removes the views and the window.
  public func close() { host.close() }

  static func closeAll() {
    for window in WindowHost.open { window.close() }
  }

  /// Waits until the condition holds, or the test is cancelled. The condition is looked at after
  /// each change of a widget.
  public func until(_ condition: @escaping () -> Bool) async {
    if condition() { return }
    let (changes, end) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let before = WidgetHandle.didChange
    WidgetHandle.didChange = {
      before?()
      end.yield()
    }
    defer { WidgetHandle.didChange = before }
    for await _ in changes where condition() { return }
  }

  /// Writes a picture of the window.
  public func savePicture(to path: String) -> Bool { host.savePicture(to: path) }

  // MARK: - Widgets

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
    visit(host.root.handle.pointer)
    return found
  }

  /// The texts that the window shows, without those on buttons.
  public var texts: [String] {
    widgets.filter { $0.isLabel && !$0.isInControl }.map(\.text)
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
    await FrameCount.wait(for: count, of: host.root.handle)
  }

  // MARK: - The keyboard and the mouse

  /// Presses and releases a key, such as `alt+Left`, with the focus in this window.
  public func key(_ name: String) async throws {
    try await appear("windowfocus")
    // GTK moves the focus to a window of its own, so xdotool cannot wait for it.
    await waitForFrames(2)
    try await InputDevice.perform("key", name)
    await MainLoop.waitUntilIdle()
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
}

#endif
