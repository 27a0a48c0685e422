import StateGraphPersistence
public import StateGraphSQLite
import StateGraphThreads
import Testing

/// The values that an observed property, query or relationship has had, in the order in which the
/// observer received them.
///
/// `record` of ``TestDatabase`` creates a record and begins to observe. The observation ends when
/// the record is released. A record may be used on any thread.
public final class ValueRecord: Sendable {
  private let opened: DatabaseCase
  private let texts = Guarded<[String]>([])
  private let subscription = Guarded<AnyCancellable?>(nil)

  /// - Parameters:
  ///   - opened: The database of the test.
  ///   - observe: Creates an observer. The observer calls the argument of `observe` with each value
  ///     as text.
  init(_ opened: DatabaseCase, observing observe: (@escaping @Sendable (String) -> Void) -> Void) {
    self.opened = opened
    let texts = texts
    let made = withGraphTracking {
      observe { text in texts.withLock { $0.append(text) } }
    }
    subscription.withLock { $0 = made }
  }

  /// The values that the observer has received until now, each as text. The first one is the value
  /// at the beginning of the observation.
  ///
  /// An entity is written as its label, such as `@first`, and an array as `[@first, @second]`.
  public var values: [String] { texts.withLock { $0 } }

  /// Expects that the observer has received exactly these values until now.
  ///
  /// - Parameters:
  ///   - expected: The values in the order in which the observer received them, one in each line.
  ///   - fileID: The position of the call. Leave the defaults of this and the next parameters.
  ///   - filePath: The position of the call.
  ///   - line: The position of the call.
  ///   - column: The position of the call.
  /// - Throws: Under XCTest, ``TestDatabaseError`` if the values differ.
  public func expect(
    _ expected: String,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) throws {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    let values = values
    guard values != expected.split(separator: "\n").map(String.init) else {
      return PatchFolder.shared.expectationPassed(at: location)
    }
    let seen = values.isEmpty ? "nothing" : "\n" + values.joined(separator: "\n")
    try ExpectationFailure(
      message: "The observer received other values: \(seen)",
      location: location,
      patch: ExpectationPatch(replacing: expected, by: values, at: location)
    ).report(to: opened)
  }
}

extension TestDatabase {
  /// Returns the first value of the first row of a query.
  ///
  /// ```swift
  /// #expect(try db.value("SELECT count(*) FROM orders") == 2)
  /// ```
  ///
  /// - Parameter sql: One statement that returns rows.
  /// - Returns: The value, or nil if the query returns no row, or if the value is NULL.
  /// - Throws: The errors of the query. ``TestDatabaseError`` outside of a test.
  public func value<Value: Bindable>(_ sql: SQL) throws -> Value? {
    try database.fetchValue(Value.self, sql)
  }
}
