import Testing

/// The failure of an expectation of this library, such as rows that differ from the expected rows.
struct ExpectationFailure {
  /// Whether ``report(to:)`` throws an error under Swift Testing, too, and records no issue. A
  /// ``History`` sets this while it runs its steps, because it must catch their failures.
  @TaskLocal static var isThrown = false

  let message: String
  let location: SourceLocation
  /// A patch that replaces the expected text in the source by the actual one. Nil if no patch can
  /// be made.
  var patch: ExpectationPatch?

  /// Records an issue of the current test under Swift Testing. Under XCTest, throws an error,
  /// because XCTest ignores issues and the test would pass.
  ///
  /// - Parameter opened: The database of the test, which writes the patch when the test ends.
  func report(to opened: DatabaseCase? = nil) throws {
    var message = message
    if let patch, let opened, !Self.isThrown {
      opened.add(patch)
      message += "\nTo expect this instead: git apply \(patch.path)"
    }
    guard Test.current == nil || Self.isThrown else {
      Issue.record(Comment(rawValue: message), sourceLocation: location)
      return
    }
    throw TestDatabaseError(
      .unexpected,
      "\(location.fileName):\(location.line): \(message)"
    )
  }
}
