/// An error of the database: its kind, what happened, what to do about it, and the statement.
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
/// An error never contains a value of a row, so it can be logged.
public struct DatabaseError: Error, Sendable {
  /// The kind of failure.
  public let code: Code
  /// What happened, in one sentence.
  public let message: String
  /// What to do about it; empty where there is no advice.
  public let remedy: String
  /// SQLite's extended result code (<https://sqlite.org/rescode.html>); nil where the library
  /// itself found the error.
  public let extendedCode: Int32?
  /// The text of the statement, with `?` in place of each bound value.
  public let sql: String?
  /// The rule of the schema that the statement broke; nil unless ``code`` is
  /// ``Code-swift.struct/constraint``.
  public let constraint: Constraint?
  /// The error that caused this one.
  public let cause: (any Error)?

  package init(
    _ code: Code,
    _ message: String,
    remedy: String = "",
    extendedCode: Int32? = nil,
    sql: String? = nil,
    constraint: Constraint? = nil,
    cause: (any Error)? = nil
  ) {
    self.code = code
    self.message = message
    self.remedy = remedy
    self.extendedCode = extendedCode
    self.sql = sql
    self.constraint = constraint
    self.cause = cause
  }
}

extension DatabaseError: CustomStringConvertible {
  public var description: String {
    var text = message
    if !remedy.isEmpty { text += " " + remedy }
    if let sql { text += " [\(sql)]" }
    if let extendedCode { text += " (SQLite \(extendedCode))" }
    return text
  }
}
