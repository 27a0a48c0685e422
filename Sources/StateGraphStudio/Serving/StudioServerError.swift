#if Studio
import StateGraphStudioServer

/// An error at the start of a ``StudioServer``.
public struct StudioServerError: Error, Sendable, CustomStringConvertible {
  /// The kind of the error.
  public enum Code: Sendable, Hashable {
    /// The database is in memory. Studio shows files only.
    case databaseInMemory
    /// The same server runs already.
    case runsAlready
    /// Another program uses the port.
    case portInUse
    /// The system does not permit this user to use the port.
    case portNotPermitted
    /// The system refuses the port for another reason.
    case other
  }

  /// The kind of the error.
  public let code: Code
  /// What happened.
  public let message: String
  /// What to do about it.
  public let remedy: String
  /// The number of the system's error, such as `EADDRINUSE`, or nil if the system reported none.
  public let systemError: Int32?

  static let inMemory = StudioServerError(
    .databaseInMemory,
    "The database is in memory, so that Studio cannot read it.",
    "Open a database file, for example Database.temporary()."
  )

  static let runsAlready = StudioServerError(
    .runsAlready,
    "This server of Studio runs already.",
    "Call makeAddress() for another address, or cancel the task that runs the server."
  )

  init(_ error: ListenError) {
    code =
      switch error.code {
      case .portInUse: .portInUse
      case .portNotPermitted: .portNotPermitted
      case .other: .other
      }
    (message, remedy, systemError) = (error.message, error.remedy, error.systemError)
  }

  private init(_ code: Code, _ message: String, _ remedy: String) {
    (self.code, self.message, self.remedy, systemError) = (code, message, remedy, nil)
  }

  /// The message and the remedy.
  public var description: String { "\(message) \(remedy)" }
}
#endif
