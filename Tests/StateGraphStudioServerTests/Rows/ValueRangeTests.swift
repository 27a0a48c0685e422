import StateGraphFormats
import StateGraphSQLite
import TestSupport
import Testing

@testable import StateGraphStudioServer

@Suite("Ranges of values")
struct ValueRangeTests {
  /// Returns the class, the size and the bytes of a value, as the page gets them.
  private func value(_ key: Int, in encoding: String) throws -> (String?, Int?, String?) {
    let folder = try TemporaryDirectory()
    let connection = try WriterConnection.open(
      DatabaseLocation(path: folder.file("app.sqlite"))
    )
    try connection.runScript(
      """
      PRAGMA encoding = '\(encoding)';
      CREATE TABLE t (id INTEGER PRIMARY KEY, x);
      INSERT INTO t VALUES (1, 'caf' || char(233)), (2, 12.5), (3, x'00ff'), (4, 'a' || char(0));
      """
    ) { _ in }
    #expect(try connection.firstValue("PRAGMA encoding") == .text(encoding))
    let schema = try StudioSchema(id: "s", connection)
    let body = """
      {"version":1,"schema":"s","table":"t","key":[\(key)],"column":"x","offset":0,"length":99}
      """
    let answer = try JSON(ValueRequest(body: Array(body.utf8)).json(schema, on: connection))
    return (answer["class"].text, answer["bytes"].integer, answer["data"].text)
  }

  @Test(arguments: ["UTF-8", "UTF-16le", "UTF-16be"])
  func `a text has the bytes of UTF-8, whichever encoding the file has`(encoding: String) throws {
    let utf8 = RFC4648.base64(Array("caf\u{E9}".utf8))
    #expect(try value(1, in: encoding) == ("text", 5, utf8))
    #expect(try value(2, in: encoding) == ("real", 4, RFC4648.base64(Array("12.5".utf8))))
    #expect(try value(3, in: encoding) == ("blob", 2, RFC4648.base64([0, 255])))
    #expect(try value(4, in: encoding) == ("text", 2, RFC4648.base64([97, 0])))
  }
}
