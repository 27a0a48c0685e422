import Testing

/// A test that uses a double proves less than a test with the real class. So each double states what
/// it leaves out.
@Suite struct DoubleTests {
  /// The protocols of real classes that tests replace: of toolkits, of the runtime, and of inputs.
  private static let protocols = [
    "ByteInput", "Clock", "LogHandler", "NavigationPresenter", "SerialExecutor", "TaskExecutor",
    "ViewStateHost",
  ]

  /// Whether a line declares a type that conforms to one of the protocols.
  private static func declaresDouble(_ line: String) -> Bool {
    let words = line.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init)
    guard line.contains(": "), words.contains(where: { $0 == "class" || $0 == "struct" }) else {
      return false
    }
    return words.contains { protocols.contains($0) }
  }

  private static func saysWhatItLeavesOut(_ file: SourceFile) -> Bool {
    let comments = file.lines.filter { $0.contains("//") }.joined(separator: " ")
    // A comment may break the line between two words.
    let words = comments.split { $0 == " " || $0 == "/" }.joined(separator: " ")
    return ["leaves out", "leave out"].contains { words.contains($0) }
  }

  @Test func `each double states what it leaves out`() {
    let files = SourceFile.all(under: "Tests").filter { file in
      // The examples of articles are no doubles, and this file has the examples of this test.
      !file.path.hasPrefix("Tests/Documentation")
        && !file.path.hasSuffix("/DoubleTests.swift")
    }
    let doubles = files.filter { file in
      file.path.contains("/Doubles/") || file.path.hasSuffix("Doubles.swift")
        || file.code.contains { Self.declaresDouble($0.text) }
    }
    #expect(doubles.count > 10)
    #expect(doubles.filter { !Self.saysWhatItLeavesOut($0) }.map(\.path) == [])
  }

  @Test(arguments: [
    "private struct RackLog: LogHandler {", "public final class VirtualClock: Clock {",
    "class HeadlessView: ViewStateHost, EmptyInitializable {",
  ])
  func `a double is found`(line: String) {
    #expect(Self.declaresDouble(line))
    #expect(!Self.declaresDouble("let clock: some Clock = ContinuousClock()"))
  }
}
