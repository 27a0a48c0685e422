import Foundation
import StateGraphSQLite
import TestSupport
import Testing

@Suite("Hostile input files") struct HostileInputFileTests {
  private static let users = "id,name\na,A\nb,B\n"
  private static let kept = ["'a','A',NULL", "'b','B',NULL"]

  @Test func `a named pipe is read to its end`() throws {
    let hostile = try HostileScene()
    let result = try hostile.scene.shell(
      """
      mkfifo users.csv
      printf 'id,name\\na,A\\n' > users.csv & "$stategraph" import "$database" users.csv
      """
    )
    #expect(result.status == 0, "\(result.errors)")
    #expect(try hostile.rows("users") == ["'a','A',NULL"])
  }

  @Test func `a pipe that breaks off in a row keeps nothing`() throws {
    let hostile = try HostileScene()
    let result = try hostile.scene.shell(
      """
      printf 'id,name,short_bio\\na,A,x\\nb,B' |
        "$stategraph" import "$database" /dev/stdin --table users --format csv
      """
    )
    #expect(result.status == 65)
    #expect(result.errors.hasPrefix("stategraph: /dev/stdin:3:4: "))
    #expect(try hostile.isUntouched())
  }

  @Test(
    "an input that cannot be opened exits 66 and is named",
    arguments: ["missing.csv", "loop/users.csv", "users.csv/users.csv", "nowhere/users.csv"]
  )
  func unopenable(path: String) throws {
    let hostile = try HostileScene()
    try hostile.scene.directory.write(Self.users, to: "users.csv")
    let result = try hostile.scene.shell(
      "ln -s loop loop; ln -s gone nowhere; \"$stategraph\" import \"$database\" \(path) --table users"
    )
    #expect(result.status == 66)
    #expect(result.errors.hasPrefix("stategraph: \(path): "))
    #expect(try hostile.isUntouched())
  }

  @Test(.enabled(if: getuid() == 0, "only root can become somebody who may not read"))
  func `a file of somebody else exits 77 and is named`() throws {
    let hostile = try HostileScene()
    let path = try hostile.scene.directory.write(Self.users, to: "users.csv")
    let result = try hostile.scene.shell(
      """
      chmod 600 users.csv; chown -R 65534 "$database" .; chown 0 users.csv
      setpriv --reuid=65534 --clear-groups "$stategraph" import "$database" "\(path)"
      """
    )
    #expect(result.status == 77, "\(result.errors)")
    #expect(result.errors.hasPrefix("stategraph: \(path): permission denied"))
    #expect(try hostile.rows("users").isEmpty)
  }

  @Test(arguments: ["users.csv", "link.csv", "./users.csv"])
  func `one file twice on a command line is refused under any name`(other: String) throws {
    let hostile = try HostileScene()
    try hostile.scene.directory.write(Self.users, to: "users.csv")
    let result = try hostile.scene.shell(
      "ln -s users.csv link.csv; \"$stategraph\" import \"$database\" users.csv \(other) --table users"
    )
    #expect(result.status == 64)
    #expect(result.errors.hasPrefix("stategraph: \(other): is "))
    #expect(try hostile.isUntouched())
  }

  @Test(arguments: ["new\nline", "-leading", "bell\u{7}", "blank name", "quo\"te'", "\u{202E}vsc"])
  func `a file of any name is read, and named on one line`(folder: String) throws {
    let hostile = try HostileScene()
    let directory = hostile.scene.directory.file(folder)
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: false)
    try hostile.scene.directory.write("id,name\na\n", to: folder + "/users.csv")
    let refused = try hostile.scene.run(
      "import",
      hostile.scene.database,
      directory + "/users.csv"
    )
    #expect(refused.status == 65)
    #expect(refused.errors.contains("users.csv:2:2: "))
    #expect(refused.errors.filter { $0 == "\n" }.count == 1)
    #expect(!refused.errors.unicodeScalars.contains { $0 == "\u{7}" || $0 == "\u{202E}" })
    try hostile.scene.directory.write(Self.users, to: folder + "/users.csv")
    let read = try hostile.scene.run("import", hostile.scene.database, directory + "/users.csv")
    #expect(read.status == 0, "\(read.errors)")
    #expect(try hostile.rows("users") == Self.kept)
  }

  @Test func `a name that begins with a hyphen stands behind two of them`() throws {
    let hostile = try HostileScene()
    try hostile.scene.directory.write(Self.users, to: "-users.csv")
    let wrong = try hostile.scene.shell(
      "\"$stategraph\" import \"$database\" -users.csv --table users"
    )
    #expect(wrong.status == 64)
    let right = try hostile.scene.shell(
      "\"$stategraph\" import --table users \"$database\" -- -users.csv"
    )
    #expect(right.status == 0, "\(right.errors)")
    #expect(try hostile.rows("users") == Self.kept)
  }

  @Test func `the database itself is no input`() throws {
    let hostile = try HostileScene()
    let database = hostile.scene.database
    for format in ["csv", "json"] {
      let result = try hostile.scene.run(
        "import",
        database,
        database,
        "--table",
        "users",
        "--format",
        format
      )
      #expect(result.status == 64)
      #expect(result.errors.hasPrefix("stategraph: \(database): is the database itself"))
    }
    #expect(try hostile.isUntouched())
  }

  @Test(arguments: ["users.csv", "users.csv.gz", "users.json"])
  func `a compressed file is read whatever its name says`(name: String) throws {
    let hostile = try HostileScene()
    try hostile.scene.directory.write(Self.users, to: "plain")
    let result = try hostile.scene.shell(
      "gzip -c plain > \(name); \"$stategraph\" import \"$database\" \(name) --format csv"
    )
    #expect(result.status == 0, "\(result.errors)")
    #expect(try hostile.rows("users") == Self.kept)
  }

  @Test(
    "damaged compression exits 65, and nothing is kept",
    arguments: [
      "gzip -c plain | head -c -4", "gzip -c plain | head -c 20", "gzip -c plain | head -c 10",
      "{ gzip -c plain; echo behind; }", "gzip -c plain | gzip -c",
    ]
  )
  func damagedCompression(pipeline: String) throws {
    let hostile = try HostileScene()
    try hostile.scene.directory.write(Self.users, to: "plain")
    let result = try hostile.scene.shell(
      "\(pipeline) > users.csv.gz; \"$stategraph\" import \"$database\" users.csv.gz"
    )
    #expect(result.status == 65, "\(result.errors)")
    #expect(result.errors.hasPrefix("stategraph: users.csv.gz:"))
    #expect(try hostile.isUntouched())
  }

  @Test func `a few bytes that unfold to gigabytes are refused in bounded memory`() throws {
    let hostile = try HostileScene()
    let result = try hostile.scene.shell(
      """
      { printf 'id,name\\na,"'; head -c 200000000 /dev/zero | tr '\\0' 'x'; } | gzip -1 > users.csv.gz
      ulimit -v 700000
      "$stategraph" import "$database" users.csv.gz
      """
    )
    #expect(result.status == 65, "\(result.errors)")
    #expect(result.errors.hasPrefix("stategraph: users.csv.gz:2:3: "))
    #expect(try hostile.isUntouched())
  }

  @Test func `an input is not opened for writing`() throws {
    let hostile = try HostileScene()
    let path = try hostile.scene.directory.write(Self.users, to: "users.csv")
    #expect(try hostile.scene.shell("chmod 444 users.csv").status == 0)
    #expect(try hostile.scene.run("import", hostile.scene.database, path).status == 0)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == Self.users)
  }
}
