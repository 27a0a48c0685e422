import Testing

/// A type that is too large is decomposed into types: spread over extension files it counts as one.
@Suite struct SizeTests {
  private static let files = SourceFile.all(under: "Sources")
  static let longestType = 500
  static let longestFunction = 60

  /// The types of a module that have more lines than allowed, in all files together.
  static func oversizedTypes(in files: [SourceFile]) -> [String] {
    var lines: [String: (count: Int, files: Set<String>)] = [:]
    for file in files {
      for type in SourceDeclarations(file.scanned).types {
        let key = file.module + "." + type.name
        lines[key, default: (0, [])].count += type.lineCount
        lines[key]?.files.insert(file.path)
      }
    }
    return lines.filter { $0.value.count > longestType }
      .map { "\($0.key): \($0.value.count) lines in \($0.value.files.count) files" }.sorted()
  }

  static func overlongFunctions(in files: [SourceFile]) -> [String] {
    files.flatMap { file in
      SourceDeclarations(file.scanned).functions
        .filter { $0.lineCount > longestFunction }
        .map { "\(file.path):\($0.line): \($0.name) has \($0.lineCount) lines" }
    }
  }

  @Test func `no type has more than 500 lines in all its files`() {
    #expect(Self.oversizedTypes(in: Self.files) == [])
  }

  @Test func `no function has more than 60 lines`() {
    #expect(Self.overlongFunctions(in: Self.files) == [])
  }

  @Test func `a type that is spread over two files counts as one`() {
    let members = (1...300).map { "  var member\($0) = 0" }
    let files = [
      SourceFile(path: "Sources/M/A.swift", lines: ["struct A {"] + members + ["}"]),
      SourceFile(path: "Sources/M/A+More.swift", lines: ["extension A {"] + members + ["}"]),
    ]
    #expect(Self.oversizedTypes(in: files) == ["M.A: 604 lines in 2 files"])
  }

  @Test func `a nested type counts by itself`() {
    let members = (1...300).map { "    var member\($0) = 0" }
    let file = SourceFile(
      path: "Sources/M/A.swift",
      lines: ["struct A {", "  struct B {"] + members + ["  }"] + members + ["}"]
    )
    #expect(Self.oversizedTypes(in: [file]) == [])
  }

  @Test func `a function that is too long is found, with a brace in a string in it`() {
    let body = (1...60).map { _ in "    print(\"} \\(value) {\")" }
    let file = SourceFile(
      path: "Sources/M/A.swift",
      lines: ["struct A {", "  init(", "    value: Int", "  ) {"] + body + ["  }", "}"]
    )
    #expect(
      Self.overlongFunctions(in: [file]) == ["Sources/M/A.swift:2: init has 64 lines"]
    )
  }
}
