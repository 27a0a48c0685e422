#if GTK
import Glibc

/// Why a process cannot show windows.
public enum GTKStartError: Error, Equatable {
  /// There is no display: neither `DISPLAY` nor `WAYLAND_DISPLAY` leads to one.
  case noDisplay
  /// The caller does not run on the process's first thread, which GTK needs.
  case notOnMainThread
  /// The runtime of Swift, or libdispatch, lacks an entry point that the loop needs.
  case missingEntryPoint(String)
  /// libdispatch gave no descriptor for the main queue.
  case noMainQueue

  /// The exit code of an app that cannot start: 69 without a display, and 70 otherwise, as in
  /// `sysexits.h`.
  public var exitCode: Int32 { self == .noDisplay ? EX_UNAVAILABLE : EX_SOFTWARE }
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
    }
  }
}

#endif
