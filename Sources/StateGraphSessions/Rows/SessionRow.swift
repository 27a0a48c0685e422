/// A row of the table of sessions.
struct SessionRow: Sendable {
  /// The name of the transducer whose state the row contains.
  var type: String
  /// The version of the state's form, which the transducer determines.
  var version: Int64
  /// The number of times that a machine has written the row. A machine writes the row only if the
  /// row has the revision that the machine knows.
  var revision: Int64
  /// The state as JSON text. Nil if the bytes in the file are not UTF-8.
  var state: String?
}
