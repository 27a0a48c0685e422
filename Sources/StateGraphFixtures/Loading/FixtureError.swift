package import StateGraphFormats
package import StateGraphSQLite

/// An error in the files of a fixture (a folder of rows for a test), with its exact position.
package struct FixtureError: Error, Sendable {
  /// The file, the line and the column of the error. The line and the column are 1 if the error
  /// concerns the whole file.
  package let place: InputPlace
  /// What is wrong with the fixture. The text has no full stop at its end.
  package let message: String
  /// What the developer can do about the error, or an empty text without advice.
  package let remedy: String

  package init(_ message: String, remedy: String = "", at place: InputPlace) {
    self.place = place
    self.message = message
    self.remedy = remedy
  }

  /// Creates an error that concerns a whole file or folder.
  init(_ message: String, remedy: String = "", in path: String) {
    let place = InputPlace(file: path, line: 1, column: 1, byteOffset: 0)
    self.init(message, remedy: remedy, at: place)
  }
}

extension FixtureError {
  /// Creates the error of a file of SQL: of a fixture, or a migration.
  ///
  /// - Parameters:
  ///   - error: The error of a statement or of the whole file.
  ///   - path: The path of the file in the form of error messages.
  package init(_ error: DatabaseError, inSQLFile path: String) {
    // The outer messages repeat the place: "The migration … failed and was undone. Line 3: …".
    var innermost = error
    while innermost.place != nil, let cause = innermost.cause as? DatabaseError {
      innermost = cause
    }
    let place = error.place ?? SQLPlace()
    self.init(
      Self.withoutFullStop(innermost.message),
      remedy: Self.withoutFullStop(error.remedy),
      at: InputPlace(file: path, line: place.line, column: place.column, byteOffset: 0)
    )
  }

  private static func withoutFullStop(_ text: String) -> String {
    text.hasSuffix(".") ? String(text.dropLast()) : text
  }
}

/// A function that gets an error of a fixture. It throws the error to end the work, or returns to
/// continue without the bad part.
package typealias FixtureErrorReport = (FixtureError) throws(FixtureError) -> Void

extension FixtureError: CustomStringConvertible {
  /// The error as one line: `file:line:column: message. remedy`.
  package var description: String {
    "\(place): \(message)" + (remedy.isEmpty ? "" : ". \(remedy)")
  }
}
