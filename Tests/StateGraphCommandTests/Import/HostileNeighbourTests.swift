import Foundation
import StateGraphSQLite
import TestSupport
import Testing

/// Other processes that use the same database.
@Suite("Hostile neighbours", .serialized) struct HostileNeighbourTests {
  @Test func `another process that is importing is waited for, and then 75 keeps nothing`() throws {
    let hostile = try HostileScene()
    try hostile.scene.directory.write("id,name\nb,B\n", to: "users.csv")
    let result = try hostile.scene.shell(
      """
      mkfifo tags.csv
      "$stategraph" import "$database" tags.csv --quiet & first=$!
      exec 3> tags.csv
      printf 'id,name\\nt,T\\n' >&3
      # It holds the lock for writing from before it reads.
      while ! ls -l /proc/$first/fd | grep -q 'sqlite-wal$'; do :; done
      "$stategraph" import "$database" users.csv; echo "second $?"
      exec 3>&-
      wait $first; echo "first $?"
      "$stategraph" import "$database" users.csv --quiet; echo "again $?"
      """
    )
    #expect(result.output == "second 75\nfirst 0\nagain 0\n", "\(result.errors)")
    #expect(result.errors.hasPrefix("stategraph: \(hostile.scene.database): "))
    #expect(result.errors.filter { $0 == "\n" }.count == 1)
    #expect(try hostile.rows("tags") == ["'t','T'"])
    #expect(try hostile.rows("users") == ["'b','B',NULL"])
  }

  @Test func `two imports at once have a reject file each, and together all of them`() throws {
    let hostile = try HostileScene()
    let scene = hostile.scene
    var processes: [Process] = []
    for name in ["one", "two"] {
      let rows = (0..<3_000).map { $0 % 3 == 0 ? "\(name)\($0)\n" : "\(name)\($0),N,\n" }.joined()
      try FileManager.default.createDirectory(
        atPath: scene.directory.file(name),
        withIntermediateDirectories: false
      )
      let path = try scene.directory.write("id,name,short_bio\n" + rows, to: name + "/users.csv")
      processes.append(
        try scene.start(
          ["import", scene.database, path, "--on-error", "reject", "--batch-size", "100"],
          errors: scene.directory.file(name + "-errors")
        )
      )
    }
    for process in processes { process.waitUntilExit() }
    #expect(processes.map(\.terminationStatus) == [1, 1])
    #expect(try scene.firstValue("SELECT count(*) FROM users") == .integer(4_000))
    #expect(try scene.firstValue("PRAGMA integrity_check") == .text("ok"))
    #expect(
      try hostile.filesBesideDatabase().sorted()
        == ["scene.sqlite.rejects.2.jsonl", "scene.sqlite.rejects.jsonl"]
    )
    for name in ["", ".2"] {
      let path = scene.database + ".rejects\(name).jsonl"
      let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
      #expect(lines.count == 1_000)
      // All lines come from one import.
      let files = Set(
        try lines.map {
          (try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])?["file"]
            as? String
        }
      )
      #expect(files.count == 1)
    }
  }

  @Test func `an uncaught file size limit ends the import like a full disk`() throws {
    let hostile = try HostileScene()
    let rows = (0..<20_000).map { "u\($0),Name,\(String(repeating: "b", count: 100))\n" }.joined()
    try hostile.scene.directory.write("id,name,short_bio\n" + rows, to: "users.csv")
    let result = try hostile.scene.shell(
      "ulimit -f 2000; \"$stategraph\" import \"$database\" users.csv --batch-size 500 --quiet"
    )
    #expect(result.status == 74, "\(result.errors)")
    guard case .integer(let kept)? = try hostile.scene.firstValue("SELECT count(*) FROM users")
    else { return }
    #expect(kept > 0 && kept % 500 == 0)
    #expect(result.errors.contains("; \(kept) records read before are kept."), "\(result.errors)")
    let again = try hostile.scene.shell(
      "\"$stategraph\" import \"$database\" users.csv --batch-size 500 --quiet"
    )
    #expect(again.status == 0)
    #expect(try hostile.scene.firstValue("SELECT count(*) FROM users") == .integer(20_000))
  }
}
