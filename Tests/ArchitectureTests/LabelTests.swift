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
      let tokens = SwiftTokens(file.lines).tokens
      return tokens.indices.filter { unlabelledCount(tokens, at: $0) > 1 }
        .map { (file.module, "\(file.path):\(tokens[$0].line)") }
    }
  }

  private static func unlabelledCount(_ tokens: [SwiftTokens.Token], at keyword: Int) -> Int {
    let kind = tokens[keyword].text
    guard ["func", "init", "subscript"].contains(kind),
      keyword == 0 || tokens[keyword - 1].text != "."
    else { return 0 }
    let name = kind == "func" ? keyword + 1 : keyword
    guard name < tokens.count, tokens[name].isIdentifier || tokens[name].text == "`" else {
      return 0
    }
    var start = name + 1
    while start < tokens.count,
      ["?", "!", "`"].contains(tokens[start].text) || tokens[start].isIdentifier
    {
      start += 1
    }
    if start < tokens.count, tokens[start].text == "<" { start = end(of: start, in: tokens) + 1 }
    guard start < tokens.count, tokens[start].text == "(" else { return 0 }
    let parameters = tokens[(start + 1)..<end(of: start, in: tokens)]
    return pieces(of: parameters).count {
      isUnlabelled($0.map(\.text), isSubscript: kind == "subscript")
    }
  }

  /// The position of the token that closes the bracket at `start`.
  private static func end(of start: Int, in tokens: [SwiftTokens.Token]) -> Int {
    var depth = 0
    for position in start..<tokens.count {
      depth += depthChange(tokens, at: position)
      if depth == 0 { return position }
    }
    return tokens.count - 1
  }

  private static func depthChange(_ tokens: [SwiftTokens.Token], at position: Int) -> Int {
    switch tokens[position].text {
    case "(", "[", "{", "<": 1
    case ">": tokens[position - 1].text == "-" ? 0 : -1
    case ")", "]", "}": -1
    default: 0
    }
  }

  private static func pieces(
    of tokens: ArraySlice<SwiftTokens.Token>
  ) -> [ArraySlice<SwiftTokens.Token>] {
    let all = Array(tokens)
    var depth = 0
    var starts = [0]
    for position in all.indices {
      depth += depthChange(all, at: position)
      if depth == 0, all[position].text == "," { starts.append(position + 1) }
    }
    return zip(starts, starts.dropFirst() + [all.count + 1]).map { all[$0..<max($0, $1 - 1)] }
      .filter { !$0.isEmpty }
  }

  private static func isUnlabelled(_ parameter: [String], isSubscript: Bool) -> Bool {
    guard let colon = parameter.firstIndex(of: ":") else { return false }
    let names = parameter[..<colon].filter { $0 != "`" }
    return names.contains("_") || (isSubscript && names.count == 1)
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
