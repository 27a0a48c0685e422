#if Studio
import Foundation
import StateGraphRows
import StateGraphSQLite
import TestSupport
import Testing

@testable import StateGraphStudioServer

@Suite("The timeline")
struct TimelineTests {
  @Test func `a commit has its rows with the values before and after`() async throws {
    let studio = try await RunningStudio(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, x); INSERT INTO t VALUES (1, 'a'), (2, 'b')"
    )
    let token = try studio.token()
    let stream = try await onThread { try EventReader(studio, token: token) }
    _ = try await studio.post(
      "views",
      ["stream": stream.id, "views": [["id": "c", "commits": true]]],
      token: token
    )
    func update(_ number: Int) throws {
      try studio.write(
        "UPDATE t SET x = 'n' || \(number) WHERE id = 1; INSERT INTO t VALUES (\(number), 1);"
      )
    }
    // The timeline follows as soon as it has read the file once. Commits before are not in it.
    let writing = Task {
      var number = 10
      while !Task.isCancelled {
        try update(number)
        number += 1
      }
      return number
    }
    _ = try await onThread { while let event = try stream.next(), event.name != "commits" {} }
    writing.cancel()
    var number = try await writing.value
    let newest = try await studio.get("commits?limit=1").json["commits"]
    #expect(newest.array.count == 1)
    // On a busy machine, the reader misses the rows of commits that follow each other without a
    // pause, and says so. It then reads a commit that comes alone.
    var logged: JSON?
    let deadline = TestDeadline()
    while logged == nil, !deadline.hasPassed {
      let commits = try await studio.get("commits?limit=100").json["commits"].array
      logged = commits.first { $0["isLogged"].boolean == true }
      guard logged == nil else { break }
      try update(number)
      number += 1
      _ = try await onThread { while let event = try stream.next(), event.name != "commits" {} }
    }
    let commit = try #require(logged)
    let table = commit["tables"][0]
    #expect(table["table"].text == "t")
    #expect(table["inserted"].integer == 1)
    #expect(table["updated"].integer == 1)
    #expect(table["columns"].description == #"["id","x"]"#)
    let update = table["rows"].array.first { $0["kind"].text == "update" }
    #expect(update?["key"].description == "[1]")
    #expect(update?["old"][1].text != update?["new"][1].text)
  }

  @Test func `a commit of large rows is listed up to 1 MiB, with its key`() throws {
    let table = TableSchema(
      name: "t",
      columns: [
        ColumnSchema(
          name: "code",
          declaredType: "TEXT",
          affinity: .text,
          isNotNull: true,
          defaultSQL: nil,
          generation: .none,
          collation: .binary
        )
      ],
      primaryKey: ["code"],
      foreignKeys: [],
      hasRowID: true
    )
    var changes = ChangeSet()
    let rows = (0..<100).map { index -> RowChange in
      let code = SQLiteValue.text(String(repeating: "x", count: 50_000) + String(index))
      return RowChange(key: .value(code), old: nil, new: RowImage([code]))
    }
    let none = RowChange(key: .value(.text("gone")), old: nil, new: nil)
    changes.tables[ByteText("t")] = .rows([none] + rows)
    let commit = TimelineCommit(number: 1, time: "", changes: changes)
    let bytes = commit.json([StudioTable(table, .table)])
    #expect(bytes.count < 2 << 20)
    let listed = try JSON(bytes)["tables"][0]
    #expect(listed["inserted"].integer == 100)
    #expect(listed["isComplete"].boolean == false)
    #expect(listed["key"].description == #"["code"]"#)
    #expect((1..<100).contains(listed["rows"].array.count))
    #expect(listed["rows"].array.allSatisfy { $0["new"].value != nil })
  }

  @Test func `the parameters of the request have limits`() async throws {
    let studio = try await RunningStudio()
    for query in ["limit=0", "limit=201", "before=-1", "x=1", "limit", "limit=a", ""] {
      #expect(try await studio.get("commits?" + query).status == 400, "\(query)")
    }
    #expect(try await studio.get("commits?before=5&limit=200").status == 200)
  }
}
#endif
