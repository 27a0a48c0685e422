#if GTK
import Glibc
import StateGraphGTK

/// Writes pictures of the example's window to a folder. Ends the process if a picture cannot be
/// written.
@MainActor
struct Pictures {
  let folder: String

  /// Writes a picture of the window.
  ///
  /// - Parameters:
  ///   - name: The name of the file, without its extension.
  ///   - delay: The time before the picture. A new page slides in, and the picture must show the
  ///     page after the slide.
  func write(_ name: String, after delay: Duration = .milliseconds(400)) async {
    await wait(delay)
    for window in WindowHost.open where !window.savePicture(to: path(name)) { exit(EXIT_FAILURE) }
  }

  /// Writes a picture of the sheet or alert above the window.
  func writeOverlay(_ name: String) async {
    await wait(.milliseconds(400))
    for window in WindowHost.open where !window.saveOverlayPicture(to: path(name)) {
      exit(EXIT_FAILURE)
    }
  }

  /// Presses a button of the window.
  func press(_ title: String) async {
    await MainLoop.waitUntilIdle()
    for window in WindowHost.open where !window.press(title) { exit(EXIT_FAILURE) }
  }

  private func wait(_ delay: Duration) async {
    await MainLoop.waitUntilIdle()
    try? await Task.sleep(for: delay)
    await MainLoop.waitUntilIdle()
  }

  private func path(_ name: String) -> String { "\(folder)/\(name).png" }
}

#endif
