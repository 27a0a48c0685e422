/// The five-letter code by which PostgreSQL classifies an error.
///
/// The appendix "Error Codes" of PostgreSQL's manual lists the codes. The first two letters are the
/// class of the error.
public struct SQLState: Hashable, Sendable, CustomStringConvertible {
  /// The five letters and digits.
  public let code: String

  /// Returns nil if the text does not have five letters or digits.
  package init?(_ code: String) {
    let isLetterOrDigit: (UInt8) -> Bool = { (48...57).contains($0) || (65...90).contains($0) }
    guard code.utf8.count == 5, code.utf8.allSatisfy(isLetterOrDigit) else { return nil }
    self.code = code
  }

  private init(known code: String) { self.code = code }

  /// The class of the error: the first two letters of the code.
  public var errorClass: String { String(code.prefix(2)) }

  public var description: String { code }

  /// Whether the functions of the set-up's SQL raise errors with this code.
  var isOfLibrary: Bool { errorClass == "SG" }

  package static let objectNotInPrerequisiteState = SQLState(known: "55000")
  /// The server has no replication slot left.
  package static let configurationLimitExceeded = SQLState(known: "53400")
  package static let objectInUse = SQLState(known: "55006")
  package static let undefinedObject = SQLState(known: "42704")
  /// For example a rule of a table that a statement changes in WITH.
  static let featureNotSupported = SQLState(known: "0A000")
  package static let insufficientPrivilege = SQLState(known: "42501")
  package static let undefinedTable = SQLState(known: "42P01")
  package static let undefinedColumn = SQLState(known: "42703")
  package static let datatypeMismatch = SQLState(known: "42804")
  package static let undefinedFunction = SQLState(known: "42883")
  package static let invalidSchemaName = SQLState(known: "3F000")
  /// A number is outside of the range of its type.
  package static let valueOutOfRange = SQLState(known: "22003")
  package static let uniqueViolation = SQLState(known: "23505")
  package static let foreignKeyViolation = SQLState(known: "23503")
  package static let exclusionViolation = SQLState(known: "23P01")
  package static let serializationFailure = SQLState(known: "40001")
  package static let deadlock = SQLState(known: "40P01")
  /// A write to a server that accepts only reads, such as a standby.
  package static let readOnly = SQLState(known: "25006")
  package static let raisedException = SQLState(known: "P0001")
  package static let lockNotAvailable = SQLState(known: "55P03")
  /// This library's code for a patch whose row does not exist on the server, or has changed there.
  package static let rowGone = SQLState(known: "SG001")
  /// This library's code for a transaction whose number is not the next one of its client.
  package static let outOfSequence = SQLState(known: "SG002")
  /// This library's code for a client number that belongs to another role.
  package static let foreignClient = SQLState(known: "SG003")
}
