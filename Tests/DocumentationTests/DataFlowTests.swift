import Foundation
import TestSupport
import Testing

/// The article about the flow of data names files and functions that exist.
@Suite struct DataFlowTests {
  @Test func `every step of a write names a function of its file`() throws {
    let root = PackageRoot.path
    let article = try String(
      contentsOfFile: root + "/Sources/StateGraphPersistence/Documentation.docc/HowDataFlows.md",
      encoding: .utf8
    )
    let paths = FileManager.default.enumerator(atPath: root + "/Sources")?.allObjects ?? []
    var files: [String: String] = [:]
    for case let path as String in paths where path.hasSuffix(".swift") {
      files[URL(fileURLWithPath: path).lastPathComponent] = root + "/Sources/" + path
    }
    var stepCount = 0
    for step in article.matches(of: /\| `(\w+\.swift)` \| `(\w+)` \|/) {
      stepCount += 1
      let path = try #require(files[String(step.1)], "\(step.1) does not exist")
      let source = try String(contentsOfFile: path, encoding: .utf8)
      let declares = source.contains("func \(step.2)(") || source.contains("func \(step.2)<")
      #expect(declares, "\(step.1) has no function \(step.2)")
    }
    #expect(stepCount > 10)
  }
}
