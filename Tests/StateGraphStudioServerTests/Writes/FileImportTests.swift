#if Studio
import Foundation
import StateGraphFormats
import TestSupport
import Testing

@testable import StateGraphStudioServer

@Suite("Files that the user imports")
struct FileImportTests {
  private static let sql = """
    CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT NOT NULL, price REAL);
    INSERT INTO item VALUES (1, 'old', 1.5), (2, 'same', 2);
    """
  private static let items = "id,name,price\n1,new,1.5\n2,same,2\n3,third,\n"

  private func send(
    _ studio: RunningStudio,
    _ text: String,
    to table: String,
    name: String = "item.csv",
    isPreview: Bool
  ) async throws -> HTTPAnswer {
    try await studio.post(
      "imports",
      [
        "table": table, "name": name, "data": RFC4648.base64(Array(text.utf8)),
        "preview": isPreview,
      ]
    )
  }

  @Test func `a preview counts the rows and writes none, and the import does the same`()
    async throws
  {
    let studio = try await RunningStudio(Self.sql, allowsWriting: true)
    let before = try studio.dump()
    let preview = try await send(studio, Self.items, to: "item", isPreview: true).json
    let counts = preview["tables"].array[0]
    #expect(counts["inserted"].integer == 1)
    #expect(counts["updated"].integer == 1)
    #expect(counts["unchanged"].integer == 1)
    #expect(try studio.dump() == before)
    let done = try await send(studio, Self.items, to: "item", isPreview: false).json
    #expect(done["tables"].description == preview["tables"].description)
    #expect(try studio.first("SELECT count(*) FROM item WHERE name IN ('new', 'third')") == 2)
  }

  @Test func `a new table is inferred, shown in the preview, and gets the rows`() async throws {
    let studio = try await RunningStudio(Self.sql, allowsWriting: true)
    let before = try studio.dump()
    let json = #"[{"id": 7, "title": "a"}, {"id": 8, "title": "b"}]"#
    let preview = try await send(studio, json, to: "book", name: "book.json", isPreview: true).json
    #expect(preview["sql"].text?.contains("CREATE TABLE") == true)
    #expect(preview["tables"].array[0]["inserted"].integer == 2)
    #expect(try studio.dump() == before)
    _ = try await send(studio, json, to: "book", name: "book.json", isPreview: false)
    #expect(try studio.first("SELECT sum(id) FROM book") == 15)
  }

  @Test func `a bad record is named with its line, and nothing is kept`() async throws {
    let studio = try await RunningStudio(Self.sql, allowsWriting: true)
    let before = try studio.dump()
    for isPreview in [true, false] {
      let answer = try await send(
        studio,
        "id,name,price\n4,x,1\n5,,2\n",
        to: "item",
        isPreview: isPreview
      )
      #expect(answer.status == 422)
      #expect(answer.code == "importRefused")
      #expect(try answer.json["error"]["message"].text?.hasPrefix("Line 3") == true)
    }
    #expect(try studio.dump() == before)
  }
}
#endif
