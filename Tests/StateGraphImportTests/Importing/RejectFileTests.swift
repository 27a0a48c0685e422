import Foundation
import ImportTestSupport
import StateGraphFormats
import StateGraphImport
import StateGraphSQLite
import TestSupport
import Testing

@Suite struct RejectFileTests {
  private func scene() throws -> ImportScene {
    try ImportScene(
      """
      CREATE TABLE users (id TEXT PRIMARY KEY NOT NULL, name TEXT NOT NULL, age INTEGER);
      CREATE TABLE posts (
        id INTEGER PRIMARY KEY, title TEXT, author_id TEXT REFERENCES users (id));
      """
    )
  }

  private func mend(_ scene: ImportScene, _ change: (String) -> String) throws -> String {
    let path = scene.database + ".rejects.jsonl"
    let text = try String(contentsOfFile: path, encoding: .utf8)
    return try scene.file("mended.jsonl", change(text))
  }

  @Test func `mended rejects of every format and table are imported from one file`() throws {
    let (scene, whole) = (try scene(), try self.scene())
    let users = "id;name;age\na;\"A;\n\"\"A\";x\nb;B;2\nc;C;x\n"
    let posts = #"{"id":1,"title":true,"author":{"id":"d","name":"D"}}"# + "\n" + #"{"id":2}"#
    func paths(_ scene: ImportScene, _ change: (String) -> String) throws -> [ImportInput] {
      var table = ImportInput(path: try scene.file("users.csv", change(users)))
      table.separator = UInt8(ascii: ";")
      return [table, ImportInput(path: try scene.file("posts.jsonl", change(posts)))]
    }
    var request = ImportRequest(inputs: try paths(scene) { $0 })
    request.onError = .reject
    #expect(try Importer(path: scene.database).run(request).rejects.count == 3)
    let mended = try mend(scene) {
      $0.replacing(";x", with: ";7")
        .replacing("\\\"title\\\":true", with: "\\\"title\\\":\\\"t\\\"")
    }
    let report = try scene.run([mended])
    #expect(report.records == 3)
    let good = try paths(whole) {
      $0.replacing(";x", with: ";7").replacing("\"title\":true", with: "\"title\":\"t\"")
    }
    _ = try Importer(path: whole.database).run(ImportRequest(inputs: good))
    #expect(try sameBytes(scene.dump(), whole.dump()))
    #expect(try scene.rows("SELECT name FROM users WHERE id = 'a'") == [[.text("A;\n\"A")]])
  }

  @Test func `a reject that is still bad names its line and the place it came from`() throws {
    let scene = try scene()
    try scene.run("users.csv", "id,name,age\na,A,1\nb,B,x\n") { $0.onError = .reject }
    let mended = try mend(scene) { $0 }
    let error = #expect(throws: ImportError.self) { try scene.run([mended]) }
    #expect(error?.place?.file == mended)
    #expect(error?.lineAndColumn == "1:1")
    #expect(error?.message.hasSuffix(scene.directory.file("users.csv") + ":3:5") == true)
    #expect(try scene.rows("SELECT id FROM users") == [[.text("a")]])
    // A second rejection repeats the same members.
    let first = try String(contentsOfFile: mended, encoding: .utf8)
    let again = try scene.run([mended]) { $0.onError = .reject }
    let path = try #require(again.rejects.filePath)
    let second = try String(contentsOfFile: path, encoding: .utf8)
    for member in ["\"line\":3", "\"column\":5", "\"raw\":\"b,B,x\"", "users.csv"] {
      #expect(first.contains(member) && second.contains(member))
    }
  }

  @Test(arguments: [
    ("mended into two", "b,B,1\\nc,C,2"), ("mended into nothing", ""), ("ragged", "b,B"),
  ])
  func `a line of the reject file that is not exactly one record is refused`(
    name: String,
    raw: String
  ) throws {
    let scene = try scene()
    try scene.run("users.csv", "id,name,age\na,A,1\nb,B,x\n") { $0.onError = .reject }
    let mended = try mend(scene) { $0.replacing("b,B,x", with: raw) }
    let before = try scene.dump()
    #expect(throws: ImportError.self) { try scene.run([mended]) }
    #expect(try scene.dump() == before)
  }

  @Test(arguments: [
    #"{"reject":1}"#, #"{"reject":2,"table":"users","raw":"{}"}"#,
    #"{"reject":1,"table":"users","raw":"a","header":["id"],"separator":"ab"}"#,
    #"{"reject":1,"table":"users","raw":"a","header":["id"],"separator":"\n"}"#,
    #"{"reject":1,"table":"users","raw":"a","header":["id"],"separator":"\""}"#,
    #"{"reject":1,"table":"users","raw":"a","header":[1],"separator":","}"#,
    #"{"reject":1,"table":"users","rawBase64":"?"}"#,
    #"{"reject":1,"table":"nobody","raw":"{}"}"#,
    #"{"reject":1,"table":"users","raw":"{\"id\":1}","file":"f","line":9223372036854775807,"#
      + #""column":1,"byte":0}"#,
  ])
  func `a line that is no reject is an error with its place`(line: String) throws {
    let scene = try scene()
    let path = try scene.file("any.jsonl", line + "\n")
    let error = #expect(throws: ImportError.self) { try scene.run([path]) }
    #expect(error?.lineAndColumn == "1:1")
  }

  @Test func `a record that begins with the bytes of a file signature is read`()
    throws
  {
    let scene = try scene()
    let text = "id,name,age\n\u{FEFF}a,A,x\nPK\u{3}\u{4},B,x\n"
    try scene.run("users.csv", text) { $0.onError = .reject }
    try scene.run([try mend(scene) { $0.replacing(",x", with: ",1") }])
    #expect(
      try scene.rows("SELECT id FROM users ORDER BY id")
        == [[.text("PK\u{3}\u{4}")], [.text("\u{FEFF}a")]]
    )
  }

  @Test func `a resumed import continues its reject file while a copy of its descriptor is open`()
    throws
  {
    let scene = try scene()
    let lines = (0..<40).map { "u\($0),U,\($0.isMultiple(of: 2) ? "1" : "x")\n" }
    let users = try scene.file("users.csv", "id,name,age\n" + lines.joined())
    var request = ImportRequest(inputs: [ImportInput(path: users)])
    request.onError = .reject
    request.batchSize = 2
    let path = scene.database + ".rejects.jsonl"
    var calls = 0
    var copies: DescriptorCopies?
    let error = #expect(throws: ImportError.self) {
      try Importer(path: scene.database).run(request) { _ in
        calls += 1
        guard calls == 5 else { return .proceed }
        copies = try? DescriptorCopies(of: path)
        return .stop
      }
    }
    #expect(error?.code == .interrupted)
    #expect((copies?.count ?? 0) > 0)
    let report = try Importer(path: scene.database).run(request)
    #expect(report.resumedRecords > 0)
    #expect(report.rejects.count == 20)
    #expect(report.rejects.filePath == path)
    withExtendedLifetime(copies) {}
  }
}
