/// An error of replication: its kind, a message, advice, and the server's code.
///
/// The texts contain no password, no connection string and no value of a row.
public struct ReplicationError: Error, Sendable {
  /// The kind of the error, by which a program decides what to do.
  public enum Code: Hashable, Sendable {
    /// The server sent a message that breaks the protocol.
    case malformedMessage
    /// A message names a relation that the server has not described before.
    case unknownRelation
    /// A value, a message or a transaction is larger than the library accepts.
    case tooLarge
    /// A column of the server has a type that has no counterpart in the column of the file.
    case unsupportedType
    /// A value is outside of the range of the other side's type.
    case outOfRange
    /// A value's text would come back from the server as another text.
    case notCanonical
    /// A name cannot be used on the server.
    case invalidName
    /// The server cannot be reached, or it refused the connection.
    case connectionFailed
    /// The server refused the role, its password or its certificate.
    case authenticationFailed
    /// The connection ended, or the server did not answer in time.
    case connectionLost
    /// The program ended the work, for example by closing the feed.
    case interrupted
    /// The replication slot does not exist.
    case slotMissing
    /// The server has invalidated the replication slot, because its log was too large.
    case slotInvalid
    /// Another connection uses the replication slot.
    case slotInUse
    /// The server no longer has the changes after the file's position, or the server is not the one
    /// that the file knows. The replicator has to reconcile the file.
    case needsReconcile
    /// The server no longer knows whether it has applied the file's pending writes. To send them
    /// could apply them twice.
    case unknownHistory
    /// A table, a column or a type that the file knows is missing or different on the server.
    case schemaMismatch
    /// The role lacks a privilege.
    case permission
    /// The disk of this machine is full, or a temporary file failed.
    case inputOutput
    /// The server reported another error. ``ReplicationError/sqlState`` tells which one.
    case serverError
  }

  /// The kind of the error.
  public let code: Code
  /// What happened, in words.
  public let message: String
  /// Advice on what to do about the error. The text is empty if the library has no advice.
  public let remedy: String
  /// The server's code, or nil if the error does not come from the server.
  public let sqlState: SQLState?

  package init(_ code: Code, _ message: String, remedy: String = "", sqlState: SQLState? = nil) {
    self.code = code
    self.message = message
    self.remedy = remedy
    self.sqlState = sqlState
  }
}

extension ReplicationError: CustomStringConvertible {
  public var description: String {
    var text = message
    if !remedy.isEmpty { text += " " + remedy }
    if let sqlState { text += " (PostgreSQL \(sqlState))" }
    return text
  }
}
