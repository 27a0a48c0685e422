import Foundation
import StateGraphSQLite
import TestSupport
import Testing

/// A bad or odd input, and the expected result of the command.
struct HostileInput: Sendable, CustomTestStringConvertible {
  enum Outcome: Sendable {
    /// Exit code 65 with `line:column`, nothing kept.
    case refused(at: String)
    /// Exit code 0, and these rows in the table.
    case kept([String])
  }

  let name: String
  /// The name of the input file, which is that of its table.
  let file: String
  let bytes: [UInt8]
  let arguments: [String]
  let outcome: Outcome

  init(_ name: String, _ file: String, _ bytes: [UInt8], _ outcome: Outcome) {
    self.init(name, file, bytes, [], outcome)
  }

  init(_ name: String, _ file: String, _ text: String, _ outcome: Outcome) {
    self.init(name, file, text, [], outcome)
  }

  init(
    _ name: String,
    _ file: String,
    _ text: String,
    _ arguments: [String],
    _ outcome: Outcome
  ) {
    self.init(name, file, Array(text.utf8), arguments, outcome)
  }

  init(
    _ name: String,
    _ file: String,
    _ bytes: [UInt8],
    _ arguments: [String],
    _ outcome: Outcome
  ) {
    (self.name, self.file, self.bytes) = (name, file, bytes)
    (self.arguments, self.outcome) = (arguments, outcome)
  }

  var testDescription: String { name }

  private var table: String { String(file.prefix { $0 != "." }) }

  /// Runs the command on the input, and checks its output and the database.
  func check() throws {
    let hostile = try HostileScene()
    let path = try hostile.scene.directory.write(bytes, to: file)
    let result = try hostile.scene.run(["import", hostile.scene.database, path] + arguments)
    switch outcome {
    case .refused(let place):
      #expect(result.status == 65)
      #expect(result.output.isEmpty)
      // Before the error, the command may print the format that it detected.
      let lines = result.errors.split(separator: "\n")
      #expect(lines.count <= 2 && lines.allSatisfy { $0.hasPrefix("stategraph: \(path):") })
      #expect(lines.last?.hasPrefix("stategraph: \(path):\(place): ") == true, "\(lines)")
      #expect(result.errors.hasSuffix(".\n") || result.errors.hasSuffix("?\n"))
      #expect(!result.errors.unicodeScalars.contains { $0 == "\u{1B}" })
      #expect(try hostile.isUntouched())
    case .kept(let rows):
      #expect(result.status == 0, "\(result.errors)")
      #expect(!result.output.isEmpty)
      #expect(!result.errors.unicodeScalars.contains { $0 == "\u{1B}" })
      let found = try hostile.rows(table)
      // Compare bytes, because Swift's strings treat two normalisation forms as equal.
      #expect(found.map { Array($0.utf8) } == rows.map { Array($0.utf8) }, "\(found)")
    }
  }
}
