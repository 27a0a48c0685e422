/// An error of a test database: what happened, and what the developer can do about it.
public struct TestDatabaseError: Error, Sendable {
  /// The kind of the error, by which a program can catch it.
  public let code: Code
  /// What happened, in words.
  public let message: String
  /// Advice on what to do about the error, or an empty text if there is none.
  public let remedy: String

  init(_ code: Code, _ message: String, remedy: String = "") {
    self.code = code
    self.message = message
    self.remedy = remedy
  }

  /// Creates the error for a method that needs a database file, but was called for a database in
  /// memory.
  static func inMemory(_ method: String) -> TestDatabaseError {
    TestDatabaseError(
      .misuse,
      "A database in memory has no file, so \(method) is not available.",
      remedy: "Remove `in: .memory` from the trait or from the call of TestDatabase.with."
    )
  }

  /// The kind of an error. A later version can add kinds.
  public struct Code: Sendable, Hashable {
    private let name: String

    /// The code does not run in the task of a test that has a test database.
    public static let notInATest = Code(name: "notInATest")
    /// No row has the requested label, or the rows of the table cannot have labels.
    public static let unknownLabel = Code(name: "unknownLabel")
    /// No folder is writable in which the databases of the tests could be stored, or a file in the
    /// folder cannot be used.
    public static let noFolder = Code(name: "noFolder")
    /// The file system that stores the test databases is full.
    public static let noSpace = Code(name: "noSpace")
    /// An expectation of this library has failed: for example, the rows differ from the expected
    /// ones.
    public static let unexpected = Code(name: "unexpected")
    /// SQLite has refused the SQL of ``DatabaseFaults/stranger(_:)``.
    public static let strangerFailed = Code(name: "strangerFailed")
    /// The test database was used in a way that is not supported.
    public static let misuse = Code(name: "misuse")
  }
}

extension TestDatabaseError: CustomStringConvertible {
  /// The message, followed by the advice.
  public var description: String { remedy.isEmpty ? message : "\(message) \(remedy)" }
}
