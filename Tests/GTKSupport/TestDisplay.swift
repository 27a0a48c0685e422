#if GTK
import CStateGraphGTK
import Glibc
import StateGraphGTK

/// The display on which a test process shows its windows: the virtual X server Xvfb. The server
/// ends with the process.
@MainActor
public enum TestDisplay {
  private static var isOpen = false

  /// Starts Xvfb, and opens its display in GTK. A second call does nothing.
  public static func open() throws {
    if isOpen { return }
    GLibLog.watch()
    setenv("DISPLAY", ":\(try startXvfb())", 1)
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

  /// Starts Xvfb, and returns the number of its display.
  private static func startXvfb() throws -> String {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw TestDisplayError.system(errno) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_adddup2(&actions, ends[1], 3)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // `setpriv --pdeathsig` ends Xvfb with this process, even if this process crashes.
    let words = [
      "setpriv", "--pdeathsig", "KILL", "Xvfb", "-displayfd", "3", "-screen", "0", "1280x1024x24",
      "-nolisten",
      "tcp",
    ]
    defer { close(ends[0]) }
    do {
      defer { close(ends[1]) }
      _ = try ChildProcess.start(words, &actions)
    }
    let number = line(from: ends[0])
    guard !number.isEmpty else { throw TestDisplayError.noProgram("Xvfb") }
    return number
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
