import Testing

/// A random test whose seed comes from anywhere but `TestSeed` cannot be repeated.
@Suite struct SeedTests {
  /// A call that takes its numbers from the system: no generator is passed on the line.
  private static func isUnseeded(_ line: String) -> Bool {
    let calls = [".random(in:", ".random()", ".shuffled()", ".shuffle()", ".randomElement()"]
    return !line.contains("using:") && calls.contains { line.contains($0) }
      || line.contains("SystemRandomNumberGenerator()")
  }

  @Test func `every random test takes its seed from TestSeed`() {
    let found = SourceFile.all(under: "Tests").flatMap { file in
      // The seed itself, and this test's examples.
      file.path.hasSuffix("/TestSeed.swift") || file.path.hasSuffix("/SeedTests.swift")
        ? [] : file.code.filter { Self.isUnseeded($0.text) }.map { "\(file.path):\($0.number)" }
    }
    #expect(found == [])
  }

  @Test(arguments: [
    "let seed = UInt64.random(in: 0...9)", "let first = names.randomElement()",
    "for row in rows.shuffled() {",
  ])
  func `a random number without a seed is found`(line: String) {
    #expect(Self.isUnseeded(line))
    #expect(!Self.isUnseeded("let digit = Int.random(in: 0...9, using: &random)"))
  }
}
