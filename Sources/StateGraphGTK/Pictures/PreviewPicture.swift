#if GTK
import CStateGraphGTK
public import StateGraphPresentation

/// The reason for which no picture of a preview was written.
public enum PreviewError: Error, Equatable {
  /// GTK has not drawn the widget, or the file at `path` cannot be written.
  case notWritten(path: String)
}

extension Preview {
  /// Shows the preview in a window of its size, and writes a picture of it to a PNG file.
  ///
  /// - Throws: ``PreviewError`` or ``GTKStartError``.
  public func writePicture(to path: String) async throws where State.Host: WidgetController {
    try await PreviewPicture.write(makeHost().view, width: width, height: height, to: path)
  }

  /// Shows the preview in a window of its size, and writes a picture of it to a PNG file.
  ///
  /// - Throws: ``PreviewError`` or ``GTKStartError``.
  public func writePicture(to path: String) async throws where State.Host: WidgetView {
    try await PreviewPicture.write(makeHost(), width: width, height: height, to: path)
  }
}

/// Opens a window that shows one widget, writes a picture of it, and closes the window.
@MainActor
enum PreviewPicture {
  static func write(_ widget: WidgetView, width: Int, height: Int, to path: String) async throws {
    try MainLoop.open()
    let window = WindowHost(
      Window("Preview", width: width, height: height) { ShownWidget(widget: widget) },
      hasTitleBar: false
    )
    defer { window.close() }
    window.present()
    await MainLoop.waitUntilIdle()
    guard window.savePicture(to: path) else { throw PreviewError.notWritten(path: path) }
  }
}

private struct ShownWidget: WidgetViewRepresentable {
  let widget: WidgetView

  func makeWidget() -> WidgetView { widget }
  func updateWidget(_ widget: WidgetView) {}
}

#endif
