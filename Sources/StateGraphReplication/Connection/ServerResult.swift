#if PostgreSQL
import CPostgreSQL

/// A result of libpq, which it frees.
final class ServerResult {
  let pointer: OpaquePointer

  init(_ pointer: OpaquePointer) { self.pointer = pointer }

  deinit { PQclear(pointer) }

  var status: ExecStatusType { PQresultStatus(pointer) }

  /// Whether the server reported an error.
  var isError: Bool { status == PGRES_FATAL_ERROR || status == PGRES_BAD_RESPONSE }

  /// Whether the server waits for rows of COPY, or sends them.
  var isCopy: Bool {
    [PGRES_COPY_IN, PGRES_COPY_OUT, PGRES_COPY_BOTH].contains(status)
  }

  var message: ServerMessage { ServerMessage(pointer) }

  /// The rows as text. NULL is nil.
  var rows: [[String?]] {
    (0..<PQntuples(pointer)).map { row in
      (0..<PQnfields(pointer)).map { column in
        guard PQgetisnull(pointer, row, column) == 0 else { return nil }
        return PQgetvalue(pointer, row, column).map { String(cString: $0) }
      }
    }
  }

  /// The tag of the command, such as COMMIT or ROLLBACK.
  var commandTag: String { PQcmdStatus(pointer).map { String(cString: $0) } ?? "" }
}
#endif
