import Testing

/// A function has at most five parameters, so that a reader can keep a call in mind. Values that go
/// together have a type.
@Suite struct ParameterTests {
  private static let files = SourceFile.all(under: "Sources")
  private static let limit = 5

  /// The number of functions of each module that have more parameters. Most are public, and their
  /// last parameters have default values. A change makes these numbers only smaller.
  private static let counts = [
    "StateGraphCore": 1,
    "StateGraphFixtures": 1,
    "StateGraphFormats": 3,
    "StateGraphGTK": 6,
    "StateGraphImport": 10,
    "StateGraphPersistence": 12,
    "StateGraphPresentation": 19,
    "StateGraphRows": 1,
    "StateGraphSQLite": 12,
    "StateGraphSessions": 5,
    "StateGraphTesting": 8,
    "StateGraphTools": 2,
  ]

  static func longSignatures(in files: [SourceFile]) -> [(module: String, place: String)] {
    files.flatMap { file in
      FunctionSignature.all(in: file).filter { $0.parameterCount > limit }
        .map { (file.module, "\(file.path):\($0.line)") }
    }
  }

  @Test func `a change adds no function with six parameters`() {
    let found = Self.longSignatures(in: Self.files)
    for module in Set(Self.files.map(\.module)).sorted() {
      let places = found.filter { $0.module == module }.map(\.place)
      let count = Self.counts[module, default: 0]
      #expect(
        places.count == count,
        "\(module): \(count) are noted, \(places.count) are found: \(places)"
      )
    }
  }

  @Test(arguments: [
    "func send(_ a: Int, b: Int, c: (Int, Int) -> Int, d: [Int: Int], e: Int, f: Int) {}",
    "init?<A, B>(a: A, b: B, c: Int = max(1, 2), d: Int, e: Int, f: Int)",
  ])
  func `a function with six parameters is found`(line: String) {
    let file = SourceFile(path: "Sources/M/A.swift", lines: ["struct A {", line, "}"])
    #expect(Self.longSignatures(in: [file]).map(\.place) == ["Sources/M/A.swift:2"])
  }

  @Test(arguments: [
    "func send(_ a: (Int, Int, Int), b: [Int: Int], c: (Int, Int) -> Int, d: A<B, C>, e: Int) {}",
    "let a = Self.init(a: 1, b: 2, c: 3, d: 4, e: 5, f: 6)",
  ])
  func `a tuple, a closure and a call do not count`(line: String) {
    let file = SourceFile(path: "Sources/M/A.swift", lines: ["struct A {", line, "}"])
    #expect(Self.longSignatures(in: [file]).isEmpty)
  }
}
