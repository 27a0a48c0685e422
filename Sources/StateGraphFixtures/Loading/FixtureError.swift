package import StateGraphFormats
import StateGraphSQLite

/// An error in the files of a fixture (a folder of rows for a test), with its exact position.
package struct FixtureError: Error, Sendable {
  /// The file, the line and the column of the error. The line and the column are 1 if the error
  /// concerns the whole file.
  package let place: InputPlace
  /// What is wrong with the fixture. The text has no full stop at its end.
  package let message: String
  /// What the developer can do about the error. Empty if there is no advice.
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

/// A function that is called with each error of a fixture. The function throws the error to end the
/// work, or returns, so that the caller continues without the bad file or record.
package typealias FixtureErrorReport = (FixtureError) throws(FixtureError) -> Void

extension FixtureError: CustomStringConvertible {
  /// The error as one line: `file:line:column: message. remedy`.
  package var description: String {
    "\(place): \(message)" + (remedy.isEmpty ? "" : ". \(remedy)")
  }
}
