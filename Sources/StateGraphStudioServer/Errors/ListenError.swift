import Glibc

/// An error at the start of the server: the system does not let it listen on the port.
package struct ListenError: Error, Equatable, CustomStringConvertible {
  package enum Code: Sendable { case portInUse, portNotPermitted, other }

  package let code: Code
  package let message: String
  package let remedy: String
  /// The number of the system's error, such as `EADDRINUSE`.
  package let systemError: Int32

  package init(port: Int, systemError: Int32) {
    self.systemError = systemError
    switch systemError {
    case EADDRINUSE:
      code = .portInUse
      message = "Another program uses the port \(port) of 127.0.0.1."
      remedy = "Choose another port, or the port 0, for which the system chooses a free one."
    case EACCES, EPERM:
      code = .portNotPermitted
      message = "The system does not permit this user to use the port \(port)."
      remedy = "Choose a port from 1024 on, or the port 0, for which the system chooses a free one."
    default:
      code = .other
      message =
        "The system refuses the port \(port): \(String(cString: strerror(systemError)))."
      remedy = "Choose the port 0, for which the system chooses a free one."
    }
  }

  package var description: String { "\(message) \(remedy)" }
}
