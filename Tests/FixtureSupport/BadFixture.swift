import Glibc
public import TestSupport

/// The files of a bad fixture for the tables of ``FixtureSchema``, and the error with which each
/// test that uses them fails.
public struct BadFixture: CustomStringConvertible, Sendable {
  /// A file of the folder, or something else with its name.
  public enum Entry: Sendable {
    case text(String)
    case bytes([UInt8])
    case link, folder, pipe
  }

  public let description: String
  private let entries: [String: Entry]
  /// The beginning of the error after the path of the folder.
  private let error: String

  init(_ description: String, _ files: [String: String], _ error: String) {
    self.init(description, entries: files.mapValues { .text($0) }, error)
  }

  init(_ description: String, entries: [String: Entry], _ error: String) {
    (self.description, self.entries, self.error) = (description, entries, error)
  }

  /// Returns the beginning of the error.
  ///
  /// - Parameter folder: The path of the folder in the form of error messages.
  public func error(in folder: String) -> String {
    entries.isEmpty ? folder + error : "\(folder)/\(error)"
  }

  /// Writes the files.
  ///
  /// - Parameter folder: The name of the folder, which does not exist yet.
  public func write(to folder: String, in directory: TemporaryDirectory) throws {
    guard mkdir(directory.file(folder), 0o700) == 0 else { throw TestFailure("mkdir: \(errno)") }
    for (name, entry) in entries {
      let path = directory.file("\(folder)/\(name)")
      var result: Int32 = 0
      switch entry {
      case .text(let text): try directory.write(text, to: "\(folder)/\(name)")
      case .bytes(let bytes): try directory.write(bytes, to: "\(folder)/\(name)")
      case .link: result = symlink("/dev/null", path)
      case .folder: result = mkdir(path, 0o700)
      case .pipe: result = mkfifo(path, 0o600)
      }
      guard result == 0 else { throw TestFailure("cannot make \(path): \(errno)") }
    }
  }
}
