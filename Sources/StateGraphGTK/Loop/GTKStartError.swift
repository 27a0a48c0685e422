#if GTK
import Glibc

/// Why an app cannot start, or why it cannot hand its link over to the process that runs already.
public enum GTKStartError: Error, Equatable {
  /// There is no display: neither `DISPLAY` nor `WAYLAND_DISPLAY` leads to one.
  case noDisplay
  /// The caller does not run on the process's first thread, which GTK needs.
  case notOnMainThread
  /// The runtime of Swift, or libdispatch, lacks an entry point that the loop needs.
  case missingEntryPoint(String)
  /// libdispatch gave no descriptor for the main queue.
  case noMainQueue
  /// The argument of the process is not a link.
  case invalidLink(LinkError)
  /// The text is not valid as ``App/identifier``.
  case invalidIdentifier(String)
  /// The process could not be registered on the session bus. The text is the message of GLib.
  case noRegistration(String)
  /// Another process of the app runs, and has not taken the link. The text is the message of GLib.
  case noAnswer(String)

  /// The exit code of an app that cannot start, as in `sysexits.h`: 69 without a display or without
  /// a registration, 64 for an invalid link, 75 without an answer, and 70 otherwise.
  public var exitCode: Int32 {
    switch self {
    case .noDisplay, .noRegistration: EX_UNAVAILABLE
    case .invalidLink: EX_USAGE
    case .noAnswer: EX_TEMPFAIL
    case .notOnMainThread, .missingEntryPoint, .noMainQueue, .invalidIdentifier: EX_SOFTWARE
    }
  }
}

extension GTKStartError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .noDisplay:
      "There is no display. Set DISPLAY or WAYLAND_DISPLAY, or start the app by `xvfb-run`."
    case .notOnMainThread:
      "GTK needs the first thread of the process. Start the app by `App.main()`."
    case .missingEntryPoint(let name):
      "This version of Swift has no \(name), which the main actor needs on GTK's loop. Use a "
        + "toolchain that the README names."
    case .noMainQueue:
      "libdispatch gave no descriptor for the main queue. Another loop may own it."
    case .invalidLink(let error): error.description
    case .invalidIdentifier(let identifier):
      "\"\(identifier)\" is not an identifier of an app. Use at least two words of letters, "
        + "digits, _ and - with dots between them, such as org.example.Catalogue."
    case .noRegistration(let message):
      "The app could not be registered on the session bus: \(message). Check "
        + "DBUS_SESSION_BUS_ADDRESS."
    case .noAnswer(let message):
      "The app runs already, but has not taken the link: \(message). Close it and try again."
    }
  }
}

#endif
