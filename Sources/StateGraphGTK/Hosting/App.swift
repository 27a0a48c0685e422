#if GTK
import CGTK
import CStateGraphGTK
import Glibc

/// An app with one window.
///
/// ```swift
/// @main
/// struct CounterApp: App {
///   var body: Window<some View> {
///     Window("Counter") { CounterView() }
///   }
/// }
/// ```
@MainActor
public protocol App {
  /// What the window shows.
  associatedtype Content: View

  /// Creates the app. The main actor runs on GTK's loop already.
  init()

  /// The window.
  var body: Window<Content> { get }
}

extension App {
  /// Shows the window, and ends the process when the user closes it.
  ///
  /// Without a display, the process ends with the exit code 69 and a message.
  public static func main() {
    // GTK and screen readers know the app by the name of its program.
    let path = CommandLine.arguments.first ?? ""
    g_set_prgname(path.split(separator: "/").last.map(String.init) ?? path)
    do throws(GTKStartError) {
      try MainLoop.open()
    } catch {
      let line = Array("\(error)\n".utf8)
      _ = write(STDERR_FILENO, line, line.count)
      exit(error.exitCode)
    }
    let loop = g_main_loop_new(nil, 0)
    let window = WindowHost(Self().body)
    window.onClose = { g_main_loop_quit(loop) }
    window.present()
    g_main_loop_run(loop)
    window.close()
    exit(EXIT_SUCCESS)
  }
}

#endif
