import Foundation
import TestSupport
import Testing

@Suite("The pages about the files of other tools")
struct ToolPageTests {
  private static let folder =
    PackageRoot.path + "/Sources/StateGraphPersistence/Documentation.docc"

  /// A line of a transcript that begins with `$`, and the lines below it.
  private struct Step {
    let command: String
    let output: String

    init(_ text: String) {
      let lines = text.components(separatedBy: "\n")
      command = lines[0]
      output = lines.dropFirst().map { $0 + "\n" }.joined()
    }
  }

  @Test(arguments: ["FromBanks", "FromExcel", "FromMariaDB", "FromMongoDB", "FromPandas"])
  func `each command of a page prints what the page shows`(name: String) throws {
    let page = try String(contentsOfFile: "\(Self.folder)/\(name).md", encoding: .utf8)
    let transcripts = page.components(separatedBy: "```console\n$ ").dropFirst()
    #expect(transcripts.count >= 2)
    for transcript in transcripts {
      let scene = try CommandScene()
      let text = transcript.components(separatedBy: "\n```")[0]
      for step in text.components(separatedBy: "\n$ ").map(Step.init) {
        if step.command.hasPrefix("cat ") {
          let file = step.command.dropFirst("cat ".count)
          try scene.directory.write(step.output, to: String(file))
          continue
        }
        let result = try scene.shell("stategraph() { \"$stategraph\" \"$@\"; }; \(step.command)")
        #expect(result.status == 0, "\(step.command): \(result.errors)")
        #expect(!result.errors.contains("warning"), "\(step.command): \(result.errors)")
        // The pages do not show the reports of imports.
        guard !step.output.isEmpty else { continue }
        #expect(result.output == step.output, "\(step.command)")
      }
    }
  }

  @Test func `the article about the command leads to each page`() throws {
    let article = try String(contentsOfFile: Self.folder + "/TheCommand.md", encoding: .utf8)
    let pages = try FileManager.default.contentsOfDirectory(atPath: Self.folder)
      .filter { $0.hasPrefix("From") && $0.hasSuffix(".md") }
    #expect(pages.count == 5)
    for page in pages { #expect(article.contains("<doc:\(page.dropLast(".md".count))>")) }
  }
}
