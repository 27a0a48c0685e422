import StateGraphSQLite

/// An error of a session: its kind, a message, advice, the name of the session, and the error that
/// caused it.
///
/// ```swift
/// do {
///   model = try ObservableTransducer<Shelving>(restoring: session, env: env)
/// } catch SessionError.Code.newerState {
///   // A newer version of the app has written the state.
/// }
/// ```
///
/// The text of an error contains no text of the file. If user code threw the ``cause``, the message
/// contains the text of this error.
public struct SessionError: Error, Sendable {
  /// The kind of the error, by which a program can catch it.
  public let code: Code
  /// What happened, in words.
  public let message: String
  /// Advice on what to do about the error. The text is empty if the library has no advice.
  public let remedy: String
  /// The name of the session. Empty for the error of a write that a `TransducerTester` performs.
  public let session: String
  /// The error that caused this error, such as a `DatabaseError`, or nil if there is no other
  /// cause.
  public let cause: (any Error)?

  init(
    _ code: Code,
    _ message: String,
    remedy: String = "",
    session: String,
    cause: (any Error)? = nil
  ) {
    self.code = code
    self.message = message
    self.remedy = remedy
    self.session = session
    self.cause = cause
  }
}

extension SessionError: CustomStringConvertible {
  public var description: String {
    let place = session.isEmpty ? "" : "The session \"\(session)\": "
    return place + message + (remedy.isEmpty ? "" : " \(remedy)")
  }
}
