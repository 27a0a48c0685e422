import StateGraphImport
import StateGraphSQLite
import TestSupport
import Testing

// The code of the articles about the command and the module, as it stands there. SnippetTests
// compares the two.
private func importPosts(path: String) async throws -> ImportReport {
  let task = Importer(path: path).start(ImportRequest(inputs: [ImportInput(path: "posts.csv")]))
  for await progress in task.progress { print(progress.records) }
  let report = try await task.report()
  return report
}

@Suite struct ImportExampleTests {
  @Test func `the articles' import says that its file is missing`() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("social.sqlite")
    _ = try Database(path: path, migrations: .directory(PackageRoot.migrations))
    await #expect {
      _ = try await importPosts(path: path)
    } throws: {
      ($0 as? ImportError)?.code == .inputMissing
    }
  }
}
