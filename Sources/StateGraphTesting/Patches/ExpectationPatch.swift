import Glibc
import StateGraphSQLite
import Testing

/// A patch for a source file that replaces the expected text of a failed expectation by the actual
/// text.
///
/// A test run never changes sources. If the test fails, the patch is written into the folder
/// `.stategraph/expected` of the package, and the developer applies it with `git apply`.
struct ExpectationPatch: Equatable {
  /// The folder of the package that contains the source file.
  let package: PackageFolder
  /// The path of the patch file, relative to the package.
  let path: String
  let text: String

  /// Creates a patch for the call of an expectation.
  ///
  /// Returns nil if the source is not there or is not in the package, if the package cannot be
  /// written, or if the expected text is no literal of the call.
  ///
  /// - Parameters:
  ///   - expected: The expected text that was passed to the call.
  ///   - lines: The lines that take the place of the expected text.
  ///   - location: The position of the call.
  init?(replacing expected: String, by lines: [String], at location: SourceLocation) {
    let file = location.absoluteFilePath
    package = PackageFolder(ofSourceFile: file)
    guard file.hasPrefix(package.path + "/"), access(package.path, W_OK) == 0,
      let bytes = FileSystem.bytes(of: file),
      let source = String(validating: bytes, as: UTF8.self), source.hasSuffix("\n"),
      let literal = SourceLiteral.find(expected, in: source, line: location.line)
    else { return nil }
    let name = String(file.dropFirst(package.path.count + 1))
    path = PatchFolder.path(ofPatchFor: name, line: location.line)
    text = SourceDifference(from: source, to: literal.source(with: lines)).patch(of: name)
  }
}
