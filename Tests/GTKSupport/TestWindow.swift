#if GTK
import CGTK
public import StateGraphGTK
import TestSupport
public import Testing

/// A window of a test, with real GTK widgets on the display of the tests.
@MainActor
public final class TestWindow: TestSurface {
  private static var count = 0

  private let host: WindowHost
  /// The title of the window. No other window has the same title, so that `xdotool` finds this
  /// window.
  public let title: String

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

  /// The window as a `GtkWindow *`.
  var pointer: UnsafeMutableRawPointer { UnsafeMutableRawPointer(host.handle.pointer) }

  /// The `GtkWidget *` that contains the views of the window, without the title bar.
  public var root: UnsafeMutableRawPointer { UnsafeMutableRawPointer(host.root.handle.pointer) }

  /// The sheets and alerts of the process, in the order in which they were opened.
  public var overlays: [TestOverlay] { TestOverlay.all }

  /// Removes the views and the window.
  public func close() { host.close() }

  static func closeAll() {
    for window in WindowHost.open { window.close() }
  }

  /// Waits until the condition is true. Evaluates the condition in the next iteration of the loop
  /// after each change of a widget. It thus sees a state that lasts for a short time, although the
  /// other threads of a busy machine do not run.
  ///
  /// If the condition is not true at the deadline of tests, this function records an issue and
  /// returns.
  public func until(
    sourceLocation: SourceLocation = #_sourceLocation,
    _ condition: @escaping () -> Bool
  ) async {
    if condition() { return }
    let before = WidgetHandle.didChange
    defer { WidgetHandle.didChange = before }
    let isTrue = await withCheckedContinuation { continuation in
      let wait = ConditionWait(condition, continuation)
      WidgetHandle.didChange = {
        before?()
        wait.widgetDidChange()
      }
    }
    if isTrue { return }
    Issue.record("The window never showed what the test waits for.", sourceLocation: sourceLocation)
  }

  /// Returns what the window shows, with its title bar.
  ///
  /// - Throws: ``TestPictureError`` if the window shows nothing.
  public func picture() throws -> TestPicture {
    let directory = try TemporaryDirectory()
    let path = directory.file("window.png")
    guard host.savePicture(to: path) else { throw TestPictureError(path: path) }
    return try withExtendedLifetime(directory) { try TestPicture(contentsOf: path) }
  }

  /// Writes what the window shows to a PNG file, so that a developer can look at it. Returns false
  /// if the window shows nothing.
  public func savePicture(to path: String) -> Bool { host.savePicture(to: path) }

  /// The width and the height of the window in pixels, with its title bar and its border.
  public var size: [Int] {
    let surface = gtk_native_get_surface(OpaquePointer(pointer))
    return [Int(gdk_surface_get_width(surface)), Int(gdk_surface_get_height(surface))]
  }
}

#endif
