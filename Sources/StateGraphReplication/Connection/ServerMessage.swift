#if PostgreSQL
import CPostgreSQL

/// An error of the server, without the parts in which PostgreSQL quotes values of rows.
package struct ServerMessage: Sendable {
  package let sqlState: SQLState?
  /// The first sentence, or no text if PostgreSQL can quote a value of a row in it.
  package let text: String
  /// Whether a function of the server's schema has raised the error. Its author has written the
  /// sentence, which can contain any value.
  private let isRaised: Bool
  package let constraint: String?
  package let table: String?
  package let column: String?

  /// - Parameter result: A result of libpq with an error.
  init(_ result: OpaquePointer) {
    let field = { (code: UnicodeScalar) -> String? in
      PQresultErrorField(result, Int32(code.value)).map { String(cString: $0) }
    }
    sqlState = field("C").flatMap { SQLState($0) }
    constraint = field("n")
    table = field("t")
    column = field("c")
    // The sentences of class 22 quote values: invalid input syntax for type integer: "…". The
    // details of all classes do, too, and are never read.
    text = sqlState?.errorClass == "22" ? "" : field("M") ?? ""
    let raisesErrors = ["exec_stmt_raise", "exec_stmt_assert"]
    isRaised = field("R").map { raisesErrors.contains($0) } ?? false
  }

  /// The error of this library for the message, outside of a push.
  package var error: ReplicationError { error(code) }

  /// The error of the beginning of a stream. Two codes then concern the slot.
  var errorOfStart: ReplicationError {
    switch sqlState {
    case .undefinedObject: error(.slotMissing)
    case .objectNotInPrerequisiteState: error(.slotInvalid)
    default: error
    }
  }

  /// The error of a slot that could not be created.
  var errorOfCreation: ReplicationError {
    guard sqlState == .configurationLimitExceeded else { return error }
    return ReplicationError(
      code,
      sentence,
      remedy: "Raise max_replication_slots on the server, or drop slots that nobody reads: "
        + "stategraph-sync status --with lists them.",
      sqlState: sqlState
    )
  }

  /// The error of a stream that has begun. The publication exists then, but it did not exist at the
  /// position of the stream.
  var errorOfStream: ReplicationError {
    sqlState == .undefinedObject ? error(.needsReconcile) : error
  }

  /// The error of a warning in a stream, or nil if no change is missing. PostgreSQL 18 leaves out
  /// the changes that were made while the publication was missing, and goes on.
  var errorOfWarning: ReplicationError? {
    sqlState == .objectNotInPrerequisiteState ? error(.needsReconcile) : nil
  }

  private func error(_ code: ReplicationError.Code) -> ReplicationError {
    let remedy =
      sqlState == .readOnly
      ? "Connect to the primary server, or let the role write: ALTER ROLE … RESET "
        + "default_transaction_read_only."
      : Self.remedy(of: code)
    return ReplicationError(code, sentence, remedy: remedy, sqlState: sqlState)
  }

  private var sentence: String {
    let names = [table.map { "table \($0)" }, column.map { "column \($0)" }].compactMap(\.self)
    let place = names.isEmpty ? "" : " (\(names.joined(separator: ", ")))"
    let isShown = !text.isEmpty && (!isRaised || sqlState?.isOfLibrary == true)
    return "The server reported an error\(place)" + (isShown ? ": \(text)." : ".")
  }

  private var code: ReplicationError.Code {
    switch sqlState {
    case .objectInUse: .slotInUse
    case .insufficientPrivilege: .permission
    case .undefinedTable, .undefinedColumn, .datatypeMismatch, .undefinedFunction,
      .undefinedObject, .invalidSchemaName:
      .schemaMismatch
    default:
      switch sqlState?.errorClass {
      case "28": .authenticationFailed
      case "08", "57": .connectionLost
      default: .serverError
      }
    }
  }

  private static func remedy(of code: ReplicationError.Code) -> String {
    switch code {
    case .slotMissing, .slotInvalid, .needsReconcile:
      "Reconcile the file: a new slot is then created."
    case .slotInUse: "Wait until the other connection has ended."
    case .permission: "Grant the role the privilege. The set-up's SQL has all of them."
    case .schemaMismatch: "Run the set-up's SQL and the migrations on the server."
    case .authenticationFailed: "Check the role and its password, for example in ~/.pgpass."
    default: ""
    }
  }
}
#endif
