/// An error of a test database: what happened, and what the developer can do about it.
public struct TestDatabaseError: Error, Sendable {
  /// The kind of the error, by which a program can catch it.
  public let code: Code
  /// What happened, in words.
  public let message: String
  /// Advice on what to do about the error. Empty if there is none.
  public let remedy: String

  init(_ code: Code, _ message: String, remedy: String = "") {
    self.code = code
    self.message = message
    self.remedy = remedy
  }

  /// The error of a method that needs the file of a database in memory.
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

    /// The code runs outside of the task of a test with a database.
    public static let notInATest = Code(name: "notInATest")
    /// No row has the label, or the table has no labels.
    public static let unknownLabel = Code(name: "unknownLabel")
    /// No folder for the databases of the tests can be written.
    public static let noFolder = Code(name: "noFolder")
    /// The file system of the databases is full.
    public static let noSpace = Code(name: "noSpace")
    /// The rows or the statements differ from the expected ones.
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
