import Testing

/// A call is readable without the declaration if at most one of its arguments has no label.
@Suite struct LabelTests {
  private static let files = SourceFile.all(under: "Sources")

  /// The number of functions of each module that have two or more parameters without a label. Most
  /// are public, or called by generated code; the others create errors from a code and a message. A
  /// change makes these numbers only smaller.
  private static let counts = [
    "StateGraphCore": 2,
    "StateGraphFixtures": 2,
    "StateGraphFormats": 2,
    "StateGraphGTK": 1,
    "StateGraphNormalization": 1,
    "StateGraphPersistence": 32,
    "StateGraphPresentation": 5,
    "StateGraphReplication": 1,
    "StateGraphReplicator": 1,
    "StateGraphSQLite": 5,
    "StateGraphSessions": 5,
    "StateGraphStudio": 1,
    "StateGraphStudioServer": 1,
    "StateGraphTesting": 12,
    "StateGraphTools": 1,
  ]

  /// The functions, initializers and subscripts with two or more parameters without a label. The
  /// operands of an operator have no labels.
  static func unlabelledFunctions(in files: [SourceFile]) -> [(module: String, place: String)] {
    files.flatMap { file in
      FunctionSignature.all(in: file).filter { $0.unlabelledCount > 1 }
        .map { (file.module, "\(file.path):\($0.line)") }
    }
  }

  @Test func `a change adds no function with two parameters without a label`() {
    let found = Self.unlabelledFunctions(in: Self.files)
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
    "func send(_ message: String, _ size: Int) {}",
    "init?(_ name: String, on row: Row, _ key: Key)",
    "func map<A, B>(_ value: A, _ body: (A, B) -> [B: A]) {}",
    "subscript(row: Int, column: Int) -> Int {",
    "func `for`(_ message: String, _ size: Int = size(1, 2)) {}",
  ])
  func `a function with two parameters without a label is found`(line: String) {
    let file = SourceFile(path: "Sources/M/A.swift", lines: ["struct A {", line, "}"])
    #expect(Self.unlabelledFunctions(in: [file]).map(\.place) == ["Sources/M/A.swift:2"])
  }

  @Test(arguments: [
    "static func < (_ left: A, _ right: A) -> Bool { true }", "let a = Self.init(_: 1, _: 2)",
    "func send(_ message: String, to place: (_ row: Int, _ column: Int) -> Void) {}",
    "subscript(_ row: Int, of table: String) -> Int {",
  ])
  func `an operator, a call and the type of a closure do not count`(line: String) {
    let file = SourceFile(path: "Sources/M/A.swift", lines: ["struct A {", line, "}"])
    #expect(Self.unlabelledFunctions(in: [file]).isEmpty)
  }
}
