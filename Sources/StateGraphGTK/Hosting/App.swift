#if GTK
import CGTK
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

  /// The identifier of the app in the desktop session, such as `org.example.Catalogue`. Nil, the
  /// default, makes each process an app of its own.
  ///
  /// With an identifier, the app runs once in a session. A second process hands its link over to
  /// the first process, whose window comes to the front, and ends.
  static var identifier: String? { get }

  /// Shows the place of a link.
  ///
  /// The main actor calls this method for the first argument of the process that contains `://`,
  /// before the window is shown, and for each link that a second process hands over. The default
  /// does nothing. A `Route` reads the link. The app can ignore a link for which it has no route.
  func open(_ link: Link)
}

extension App {
  /// Nil: each process is an app of its own.
  public static var identifier: String? { nil }

  /// Does nothing.
  public func open(_ link: Link) {}

  /// Shows the window, and ends the process when the user closes it.
  ///
  /// The process ends with a message, and the exit code 69 without a display, 64 if its argument is
  /// not a link, or 75 if another process of the app runs and does not answer. It also ends with 69
  /// when the display goes away. All transitions of sessions are committed then.
  public static func main() {
    let arguments = CommandLine.arguments
    // GTK and screen readers know the app by the name of its program.
    let path = arguments.first ?? ""
    g_set_prgname(path.split(separator: "/").last.map(String.init) ?? path)
    do throws(GTKStartError) {
      try AppRun<Self>.run(link: LinkArgument.link(in: arguments.dropFirst()))
    } catch {
      AppRun<Self>.report(error)
      exit(error.exitCode)
    }
    exit(EXIT_SUCCESS)
  }
}

#endif
