import Testing

/// A tool that fills lines can join the items of a list in a comment, which is then no list.
@Suite struct DocumentationCommentTests {
  /// The defect of a line of a comment, or nil.
  static func defect(in line: String) -> String? {
    let text = line.drop { $0 == " " }
    guard text.hasPrefix("///") else { return nil }
    let comment = text.dropFirst(3).trimmingPrefix(while: { $0 == " " })
    if comment.hasPrefix("- Parameters:"), comment != "- Parameters:" {
      return "an item of a list stands behind \"- Parameters:\""
    }
    let fields = ["- Throws:", "- Returns:", "- Parameter ", "- Parameters:", "- Note:"]
    for field in fields {
      if comment.dropFirst().contains(field) { return "\"\(field)\" does not begin its line" }
    }
    return nil
  }

  @Test func `every list of a comment has one item on a line`() {
    let files = SourceFile.all(under: "Sources") + SourceFile.all(under: "Tests/Support")
    let found = files.flatMap { file in
      file.lines.enumerated().compactMap { index, line in
        Self.defect(in: line).map { "\(file.path):\(index + 1): \($0)" }
      }
    }
    #expect(found == [])
  }

  @Test(arguments: [
    "  /// - Parameters: - path: A file path. - mode: How it is opened.",
    "  /// Closes the file. - Throws: `.misuse` inside a write.",
    "/// The sum. - Returns: nil if there is no row.",
  ])
  func `a list that was joined is found`(line: String) {
    #expect(Self.defect(in: line) != nil)
  }

  @Test(arguments: [
    "  /// - Parameters:", "  ///   - path: A file path - or `:memory:`.",
    "  /// - Throws: An error.",
    "  // - Parameters: - path: no documentation",
  ])
  func `a list with one item on a line is no defect`(line: String) {
    #expect(Self.defect(in: line) == nil)
  }
}
