import Testing

@Suite struct FolderArrowsTests {
  private static let files = SourceFile.all(under: "Sources")
  private static let modules = Set(files.map(\.module)).sorted()

  @Test(arguments: modules)
  func `the arrows between the folders of a module point one way`(module: String) {
    #expect(FolderArrows(module: module, files: Self.files).cycles == [])
  }

  @Test func `two folders that name each other are found`() {
    let files = [
      SourceFile(path: "Sources/M/A/One.swift", lines: ["struct One { let two: Two? }"]),
      SourceFile(
        path: "Sources/M/B/Two.swift",
        lines: ["final class Two {", "  var a = One()", "}"]
      ),
      SourceFile(path: "Sources/M/C/Three.swift", lines: ["struct Three { let one: One }"]),
    ]
    #expect(
      FolderArrows(module: "M", files: files).cycles == [
        "A → B: Sources/M/A/One.swift:1 uses Two", "B → A: Sources/M/B/Two.swift:2 uses One",
      ]
    )
  }

  @Test func `a cycle through a third folder is found`() {
    let files = [
      SourceFile(path: "Sources/M/A/One.swift", lines: ["struct One { let two: Two? }"]),
      SourceFile(path: "Sources/M/B/Two.swift", lines: ["struct Two { let three: Three }"]),
      SourceFile(path: "Sources/M/C/Three.swift", lines: ["func three() { one() }"]),
      SourceFile(path: "Sources/M/A/Functions.swift", lines: ["func one() {}"]),
      SourceFile(path: "Sources/M/C/Three+Type.swift", lines: ["struct Three {}"]),
    ]
    #expect(FolderArrows(module: "M", files: files).cycles.count == 3)
  }

  @Test func `comments, strings, members and labels are no arrows`() {
    let files = [
      SourceFile(path: "Sources/M/A/One.swift", lines: ["struct One { let two: Two? }"]),
      SourceFile(
        path: "Sources/M/B/Two.swift",
        lines: ["// One", "let text = \"One\"", "struct Two { let a = Other.One.self }"]
      ),
    ]
    #expect(FolderArrows(module: "M", files: files).cycles == [])
  }
}
