import ImportTestSupport
import StateGraphFormats
import StateGraphImport
import StateGraphSQLite
import Testing

@Suite struct ImportTaskTests {
  private func scene() throws -> (ImportScene, ImportRequest) {
    let scene = try ImportScene("CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT)")
    let path = try scene.file("t.csv", "id,name\n" + (0..<200_000).map { "\($0),n\n" }.joined())
    return (scene, ImportRequest(inputs: [ImportInput(path: path)]))
  }

  @Test func `a task reports its progress and at its end its changes`() async throws {
    let (scene, request) = try scene()
    let task = Importer(path: scene.database).start(request)
    var last = 0
    for await state in task.progress {
      #expect(state.records >= last)
      last = state.records
    }
    #expect(last == 200_000)
    #expect(try await task.report().records == 200_000)
    // A later call returns the same report.
    #expect(try await task.report().changes == 200_000)
  }

  @Test func `a cancelled task keeps its imported records, and another task resumes`()
    async throws
  {
    let (scene, request) = try scene()
    let task = Importer(path: scene.database).start(request)
    task.cancel()
    let error = await #expect(throws: ImportError.self) { try await task.report() }
    #expect(error?.code == .interrupted)
    let next = Importer(path: scene.database).start(request)
    let report = try await next.report()
    #expect(report.resumedRecords > 0)
    #expect(report.resumedRecords + report.records == 200_000)
    var notices: [String] = []
    for await notice in next.notices { notices.append(notice.message) }
    #expect(notices == ["resuming at record \(report.resumedRecords + 1)"])
    #expect(try scene.rows("SELECT count(*) FROM t") == [[.integer(200_000)]])
  }

  @Test func `an error reaches every waiting caller`() async throws {
    let (scene, _) = try scene()
    let task = Importer(path: scene.database)
      .start(ImportRequest(inputs: [ImportInput(path: scene.database + "-none.csv")]))
    await withTaskGroup(of: ImportError.Code?.self) { group in
      for _ in 0..<8 {
        group.addTask {
          do throws(ImportError) {
            _ = try await task.report()
          } catch {
            return error.code
          }
          return nil
        }
      }
      for await code in group { #expect(code == .inputMissing) }
    }
  }
}
