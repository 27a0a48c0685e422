/// An error of the database: its kind, a message, advice, the failed statement, and the error that
/// caused it.
///
/// Errors can be caught by their kind:
///
/// ```swift
/// do {
///   try database.execute("INSERT INTO users (email) VALUES (\(email))")
/// } catch DatabaseError.Constraint.Kind.unique {
///   // The address is taken.
/// } catch DatabaseError.Code.busy {
///   // Another process holds the write lock.
/// }
/// ```
///
/// An error never contains the value of a row, so it is safe to log.
public struct DatabaseError: Error, Sendable {
  /// The kind of the error, by which a program can catch it.
  public let code: Code
  /// What happened, in words. The text never contains a value that a table stores.
  public let message: String
  /// Advice on what to do about the error. The text is empty if the library has no advice.
  public let remedy: String
  /// SQLite's extended result code (<https://sqlite.org/rescode.html>).
  ///
  /// The value is nil if the library itself found the error.
  public let extendedCode: Int32?
  /// The SQL text of the failed statement, with `?` in place of each bound value.
  public let sql: String?
  /// The schema rule that the statement broke, or nil unless ``code`` is
  /// ``Code-swift.struct/constraint``.
  public let constraint: Constraint?
  /// The error that caused this error, such as an error from a migration's closure.
  ///
  /// The value is nil if this error has no other cause.
  public let cause: (any Error)?
  /// The place of the error in a file of SQL, or nil if there is no such file.
  package let place: SQLPlace?

  package init(
    _ code: Code,
    _ message: String,
    remedy: String = "",
    extendedCode: Int32? = nil,
    sql: String? = nil,
    constraint: Constraint? = nil,
    cause: (any Error)? = nil,
    place: SQLPlace? = nil
  ) {
    self.code = code
    self.message = message
    self.remedy = remedy
    self.extendedCode = extendedCode
    self.sql = sql
    self.constraint = constraint
    self.cause = cause
    self.place = place
  }
}

extension DatabaseError {
  /// The message without the full stop at its end, as a part of another message.
  package var clause: String { message.last == "." ? String(message.dropLast()) : message }
}

extension DatabaseError: CustomStringConvertible {
  public var description: String {
    var text = message
    // A message that contains a list has several lines and ends without a full stop. The remedy
    // therefore begins on a line of its own.
    if !remedy.isEmpty { text += (message.contains("\n") ? "\n" : " ") + remedy }
    if let sql { text += " [\(sql)]" }
    if let extendedCode { text += " (SQLite \(extendedCode))" }
    return text
  }
}
