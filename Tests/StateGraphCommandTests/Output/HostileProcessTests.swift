import Foundation
import StateGraphSQLite
import TestSupport
import Testing

@Suite("Hostile surroundings") struct HostileProcessTests {
  private func withUsers(_ count: Int) throws -> HostileScene {
    let hostile = try HostileScene()
    let bio = String(repeating: "b", count: 200)
    let rows = (0..<count).map { "u\($0),Name,\(bio)\n" }.joined()
    try hostile.scene.directory.write("id,name,short_bio\n" + rows, to: "users.csv")
    return hostile
  }

  @Test func `a full disk exits 74, and the file is in order`() throws {
    let hostile = try withUsers(20_000)
    let result = try hostile.scene.shell(
      """
      trap '' XFSZ; ulimit -f 2000
      exec "$stategraph" import "$database" users.csv
      """
    )
    #expect(result.status == 74, "\(result.errors)")
    #expect(result.errors.filter { $0 == "\n" }.count == 1)
    #expect(try hostile.scene.firstValue("PRAGMA integrity_check") == .text("ok"))
    let again = try hostile.scene.shell("\"$stategraph\" import \"$database\" users.csv")
    #expect(again.status == 0, "\(again.errors)")
    #expect(try hostile.scene.firstValue("SELECT count(*) FROM users") == .integer(20_000))
  }

  @Test func `a reader of the report that has gone away is no failure`() throws {
    let hostile = try withUsers(1)
    let result = try hostile.scene.shell(
      "{ \"$stategraph\" import \"$database\" users.csv; echo $? >&2; } | true"
    )
    #expect(result.errors == "0\n")
    #expect(try hostile.rows("users").count == 1)
  }

  @Test func `a full device as the output exits 74 and says so`() throws {
    let hostile = try withUsers(1)
    for verb in [
      "import \"$database\" users.csv", "inspect \"$database\"", "inspect --json \"$database\"",
    ] {
      let result = try hostile.scene.shell("\"$stategraph\" \(verb) > /dev/full")
      #expect(result.status == 74)
      #expect(result.errors.hasPrefix("stategraph: standard output cannot be written: "))
    }
  }

  @Test(arguments: ["<&-", ">&-", "2>&-", "<&- >&-", "<&- >&- 2>&-"])
  func `closed streams harm neither the input nor the database`(closed: String) throws {
    let hostile = try withUsers(2)
    let input = try Data(
      contentsOf: URL(fileURLWithPath: hostile.scene.directory.file("users.csv"))
    )
    let result = try hostile.scene.shell(
      "\"$stategraph\" import \"$database\" users.csv \(closed)"
    )
    // Without an output the report cannot be written, but the rows are committed.
    #expect(result.status == (closed.contains(" >&-") || closed == ">&-" ? 74 : 0))
    #expect(try hostile.rows("users").count == 2)
    #expect(try hostile.scene.firstValue("PRAGMA integrity_check") == .text("ok"))
    let now = try Data(contentsOf: URL(fileURLWithPath: hostile.scene.directory.file("users.csv")))
    #expect(now == input)
  }

  @Test func `a closed standard input that is to be read exits 66`() throws {
    let hostile = try HostileScene()
    let result = try hostile.scene.shell(
      "\"$stategraph\" import \"$database\" - --table users --format csv <&-"
    )
    #expect(result.status == 66, "\(result.errors)")
    #expect(try hostile.isUntouched())
  }

  @Test func `neither a home nor a place for temporary files is needed`() throws {
    let hostile = try withUsers(2)
    let result = try hostile.scene.shell(
      """
      env -i TMPDIR=/nonexistent SQLITE_TMPDIR=/nonexistent HOME=/nonexistent \
        "$stategraph" import "$database" users.csv --dangling null
      """
    )
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.errors.isEmpty)
    #expect(try hostile.rows("users").count == 2)
  }

  @Test func `nothing is drawn where standard error is no terminal`() throws {
    let hostile = try withUsers(5_000)
    let result = try hostile.scene.shell(
      "TERM=xterm \"$stategraph\" import \"$database\" users.csv"
    )
    #expect(result.status == 0)
    #expect(!result.errors.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\r" })
  }

  @Test func `a second signal ends the command at once, and nothing is kept`() throws {
    let hostile = try HostileScene()
    // A pipe that stays open keeps the import waiting in a read.
    let result = try hostile.scene.shell(
      """
      mkfifo users.csv
      sleep 900 > users.csv & holder=$!
      "$stategraph" import "$database" users.csv & import=$!
      while ! grep -q 'SigBlk:.*4000' /proc/$import/status; do :; done
      while grep -q 'State:.[RS]' /proc/$import/status; do kill -TERM $import; done
      wait $import; status=$?
      kill $holder
      exit $status
      """
    )
    #expect(result.status == 143, "\(result.errors)")
    #expect(try hostile.rows("users").isEmpty)
  }
}
