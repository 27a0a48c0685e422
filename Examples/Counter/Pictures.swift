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
    await inEachWindow { $0.savePicture(to: path(name)) }
  }

  /// Writes a picture of the sheet or alert above the window.
  func writeOverlay(_ name: String) async {
    await wait(.milliseconds(400))
    await inEachWindow { $0.saveOverlayPicture(to: path(name)) }
  }

  /// Presses a button of the window.
  func press(_ title: String) async {
    await MainLoop.waitUntilIdle()
    await inEachWindow { $0.press(title) }
  }

  /// Takes a step in each window. On a busy machine, the page that the step needs may appear later,
  /// and GTK draws no window before its next layout. So the step is tried again.
  private func inEachWindow(_ step: (WindowHost) -> Bool) async {
    for window in WindowHost.open {
      var tries = 1
      while !step(window) {
        if tries == 2_000 { exit(EXIT_FAILURE) }
        tries += 1
        await wait(.milliseconds(5))
      }
    }
  }

  private func wait(_ delay: Duration) async {
    await MainLoop.waitUntilIdle()
    try? await Task.sleep(for: delay)
    await MainLoop.waitUntilIdle()
  }

  private func path(_ name: String) -> String { "\(folder)/\(name).png" }
}

#endif
