/// An answer that refuses a request: an HTTP status, and a code, a message and a remedy for the
/// page.
///
/// The texts contain no part of the request and no value of a row. The only exception is SQLite's
/// message about SQL that the user typed, which only ``sql(_:remedy:offset:)`` makes.
package struct StudioError: Error, Sendable {
  package let status: Int
  package let code: String
  package let message: String
  package let remedy: String
  /// The position of an error in the SQL of the request, in bytes, or nil if there is no such SQL.
  package let offset: Int?

  package init(
    _ status: Int,
    _ code: String,
    _ message: String,
    remedy: String = "",
    offset: Int? = nil
  ) {
    self.status = status
    self.code = code
    self.message = message
    self.remedy = remedy
    self.offset = offset
  }

  /// Creates the error for SQL that the user typed. `message` is SQLite's.
  static func sql(_ message: String, remedy: String, offset: Int?) -> StudioError {
    StudioError(400, "invalidSQL", message, remedy: remedy, offset: offset)
  }
}

extension StudioError {
  static let invalidRequest = StudioError(
    400,
    "invalidRequest",
    "The request does not follow the description of the API."
  )
  static let unknownTable = StudioError(400, "unknownTable", "The file has no such table.")
  static let unknownColumn = StudioError(400, "unknownColumn", "The table has no such column.")
  static let noKey = StudioError(400, "noKey", "The rows of this source have no key.")
  package static let invalidToken = StudioError(
    401,
    "invalidToken",
    "The session is unknown.",
    remedy: "Press Enter in the terminal of Studio, and open the address that it prints."
  )
  static let invalidTicket = StudioError(
    401,
    "invalidTicket",
    "The ticket of the address is wrong, used or expired.",
    remedy: "Press Enter in the terminal of Studio, and open the address that it prints."
  )
  package static let foreignHost = StudioError(
    403,
    "foreignHost",
    "The request is for another host."
  )
  package static let foreignOrigin = StudioError(
    403,
    "foreignOrigin",
    "The request comes from another page."
  )
  package static let notFound = StudioError(404, "notFound", "There is nothing at this address.")
  static let rowMissing = StudioError(404, "rowMissing", "No row has this key.")
  static let nodeMissing = StudioError(
    404,
    "nodeMissing",
    "The node does not exist any more.",
    remedy: "Choose another node."
  )
  static let traceMissing = StudioError(
    404,
    "traceMissing",
    "The server does not keep a trace of this commit.",
    remedy: "Choose a newer commit."
  )
  static let streamMissing = StudioError(404, "streamMissing", "The stream has ended.")
  package static let methodNotAllowed = StudioError(
    405,
    "methodNotAllowed",
    "This address has another method."
  )
  static let schemaChanged = StudioError(
    409,
    "schemaChanged",
    "The schema has changed.",
    remedy: "Load the schema again."
  )
  package static let lengthRequired = StudioError(
    411,
    "lengthRequired",
    "The request does not state the length of its body."
  )
  package static let tooLarge = StudioError(413, "tooLarge", "The request is too large.")
  package static let notJSON = StudioError(415, "notJSON", "The body must be application/json.")
  static let tooManyStreams = StudioError(503, "tooManyStreams", "Four streams are open already.")
  static let tooManyQueries = StudioError(503, "tooManyQueries", "Four queries run already.")
  static let tooSlow = StudioError(
    503,
    "tooSlow",
    "Reading took too long and was stopped.",
    remedy: "Use an order or a filter for which the table has an index."
  )
  package static let internalError = StudioError(500, "internal", "The server has failed.")
}
