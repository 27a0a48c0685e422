import Foundation

/// A new directory for one test. It is removed with everything in it when the test releases this
/// object.
public final class TemporaryDirectory: Sendable {
  public let path: String

  public init() throws {
    var template = Array("/tmp/stategraph-test-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else { throw TestFailure("mkdtemp failed: \(errno)") }
    path = String(cString: made)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  public func file(_ name: String) -> String { path + "/" + name }

  /// Writes a file in the directory, and returns the path of the file.
  @discardableResult
  public func write(_ contents: String, to name: String) throws -> String {
    try write(Array(contents.utf8), to: name)
  }

  @discardableResult
  public func write(_ bytes: [UInt8], to name: String) throws -> String {
    let path = file(name)
    guard let stream = fopen(path, "w") else { throw TestFailure("cannot write \(path)") }
    defer { fclose(stream) }
    guard fwrite(bytes, 1, bytes.count, stream) == bytes.count else {
      throw TestFailure("cannot write \(path)")
    }
    return path
  }
}

public struct TestFailure: Error, CustomStringConvertible {
  public let description: String
  public init(_ description: String) { self.description = description }
}
