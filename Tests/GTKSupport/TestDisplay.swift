#if GTK
import CStateGraphGTK
import Glibc
import StateGraphGTK
import TestSupport

/// The display on which a test process shows its windows: the virtual X server Xvfb. The server
/// ends with the process.
///
/// It leaves out a window manager, a graphics processor and Wayland. Animations are off unless a test
/// turns them on, so a transition that normally takes time ends at once.
@MainActor
public enum TestDisplay {
  private static var isOpen = false
  /// The folder in which Xvfb keeps the pixels of the screen.
  private static var screenFolder: TemporaryDirectory?

  /// Starts Xvfb, and opens its display in GTK. A second call does nothing.
  public static func open() throws {
    if isOpen { return }
    GLibLog.watch()
    let folder = try TemporaryDirectory()
    screenFolder = folder
    setenv("DISPLAY", try DisplayServer(folder: folder.path).name, 1)
    unsetenv("WAYLAND_DISPLAY")
    setenv("GDK_BACKEND", "x11", 1)
    setenv("GSK_RENDERER", "cairo", 1)
    // With this setting, GTK records accessible names without the accessibility bus of the desktop.
    setenv("GTK_A11Y", "test", 1)
    setenv("GSETTINGS_BACKEND", "memory", 1)
    try MainLoop.open()
    stategraph_gtk_set_animations_enabled(false)
    isOpen = true
  }

  /// Moves the pointer of the mouse to the lower right corner of the screen, where no window is.
  public static func movePointerAway() async throws {
    try await InputDevice.perform("mousemove", "1279", "1023")
    await MainLoop.waitUntilIdle()
  }

  /// Returns what all programs show on the screen now.
  public static func picture() throws -> TestPicture {
    guard let screenFolder else { throw TestDisplayError.noProgram("Xvfb") }
    return try TestPicture(screenDump: screenFolder.file("Xvfb_screen0"))
  }

  /// Reads one line from a file descriptor, without its line break.
  static func line(from descriptor: Int32) -> String {
    var line = ""
    var byte: UInt8 = 0
    while read(descriptor, &byte, 1) == 1, byte != UInt8(ascii: "\n") {
      line.unicodeScalars.append(Unicode.Scalar(byte))
    }
    return line
  }
}

/// The reason for which the display, or a program that a test needs, does not work.
public enum TestDisplayError: Error {
  /// The program is not installed, or does not start.
  case noProgram(String)
  /// The program has ended with this exit code.
  case failed(String, exitCode: Int32)
  /// A call of the operating system has failed with this `errno`.
  case system(Int32)
}

#endif
