import Foundation
import ImportTestSupport
import StateGraphFormats
import StateGraphImport
import StateGraphSQLite
import TestSupport
import Testing

@Suite("Several inputs and directories")
struct SeveralInputsTests {
  private static let schema = """
    CREATE TABLE a_comments (id TEXT PRIMARY KEY NOT NULL, post_id TEXT REFERENCES b_posts);
    CREATE TABLE b_posts (id TEXT PRIMARY KEY NOT NULL, author_id TEXT REFERENCES c_users);
    CREATE TABLE c_users (id TEXT PRIMARY KEY NOT NULL, home_id TEXT REFERENCES d_towns);
    CREATE TABLE d_towns (id TEXT PRIMARY KEY NOT NULL, mayor_id TEXT REFERENCES c_users,
      part_of TEXT REFERENCES d_towns);
    """

  private func order(_ report: ImportReport) -> [String] { report.inputs.map(\.table) }

  private func files(_ scene: ImportScene, in folder: String = "") throws -> [String] {
    if !folder.isEmpty { mkdir(scene.directory.file(folder), 0o700) }
    return try ["a_comments", "b_posts", "c_users", "d_towns"].map {
      try scene.file("\(folder)/\($0).csv", "id\nx\n")
    }
  }

  @Test func `referenced tables come first, and circles keep their order`() throws {
    let scene = try ImportScene(Self.schema)
    let paths = try files(scene)
    #expect(try order(scene.run(paths)) == ["c_users", "d_towns", "b_posts", "a_comments"])
    #expect(
      try order(scene.run(paths.reversed())) == ["d_towns", "c_users", "b_posts", "a_comments"]
    )
    // The tables between these two have no input, and their references still count.
    #expect(try order(scene.run([paths[0], paths[3]])) == ["d_towns", "a_comments"])
    let kept = try scene.run(paths) { $0.keepsOrder = true }
    #expect(order(kept) == ["a_comments", "b_posts", "c_users", "d_towns"])
  }

  @Test func `files of one table keep their order`() throws {
    let scene = try ImportScene("CREATE TABLE t (id TEXT PRIMARY KEY NOT NULL, n INTEGER)")
    let first = try scene.file("t.1.csv", "id,n\na,1\n")
    let second = try scene.file("t.2.csv", "id,n\na,2\n")
    try scene.run([second, first])
    #expect(try scene.rows("SELECT n FROM t") == [[.integer(1)]])
  }

  @Test func `a directory stands for the files with a known extension, sorted by name`() throws {
    let scene = try ImportScene("CREATE TABLE t (id TEXT PRIMARY KEY NOT NULL, n INTEGER)")
    let folder = scene.directory.file("in")
    mkdir(folder, 0o700)
    mkdir(folder + "/deeper.csv", 0o700)
    try scene.file("in/deeper.csv/t.csv", "id,n\nx,9\n")
    mkdir(folder + "/.hidden", 0o700)
    try scene.file("in/.hidden/t.csv", "nonsense\n")
    symlink(folder, folder + "/loop")
    for (name, text) in [
      ("t.b.JSONL", "{\"id\":\"x\",\"n\":2}"), ("t.a.csv", "id,n\nx,1\n"),
      ("t.c.tsv", "id\tn\nx\t3\n"),
      (".t.csv", "nonsense\n"), ("t.rejects.jsonl", "nonsense"),
      ("t.rejects.12.jsonl", "nonsense"), ("README.md", "nonsense"),
    ] {
      try scene.file("in/" + name, text)
    }
    let report = try scene.run([folder + "/"])
    #expect(
      report.inputs.map(\.path)
        == ["deeper.csv/t.csv", "t.a.csv", "t.b.JSONL", "t.c.tsv"].map { folder + "/" + $0 }
    )
    #expect(try scene.rows("SELECT n FROM t") == [[.integer(3)]])
    #expect(
      report.skipped.map(\.description) == [
        "\(folder)/README.md: skipped, since its extension is not that of a format",
        "\(folder)/loop: skipped, since it is not a file",
      ]
    )
  }

  @Test func `a directory with the database in it is imported without the database`() throws {
    let scene = try ImportScene("CREATE TABLE t (id TEXT PRIMARY KEY NOT NULL)")
    try scene.file("t.csv", "id\na\n")
    let report = try scene.run([scene.directory.path])
    #expect(report.inputs.count == 1)
    #expect(report.skipped.isEmpty)
  }

  @Test func `a directory without a file to import is refused, and a file of no table too`() throws
  {
    let scene = try ImportScene("CREATE TABLE t (id TEXT PRIMARY KEY NOT NULL)")
    let folder = scene.directory.file("in")
    mkdir(folder, 0o700)
    try scene.file("in/notes.txt", "x")
    let empty = #expect(throws: ImportError.self) { try scene.run([folder]) }
    #expect(empty?.code == .inputIsDirectory)
    try scene.file("in/t.csv", "id\na\n")
    try scene.file("in/unknown.csv", "id\na\n")
    let unknown = #expect(throws: ImportError.self) { try scene.run([folder]) }
    #expect(unknown?.code == .unknownTable)
    #expect(try scene.dump().isEmpty)
  }

  @Test func `one file under two names is refused before anything is read`() throws {
    let scene = try ImportScene("CREATE TABLE t (id TEXT PRIMARY KEY NOT NULL)")
    let file = try scene.file("t.csv", "id\na\n")
    let link = scene.directory.file("t.link.csv")
    let hardLink = scene.directory.file("t.hard.csv")
    #expect(symlink(file, link) == 0)
    #expect(Glibc.link(file, hardLink) == 0)
    for other in [file, link, hardLink, scene.directory.path + "/./t.csv"] {
      let error = #expect(throws: ImportError.self) { try scene.run([file, other]) }
      #expect(error?.code == .invalidRequest)
      #expect(error?.message.contains(other) == true)
    }
    let copy = try scene.file("t.copy.csv", "id\na\n")
    #expect(try scene.run([file, copy]).records == 2)
  }

  @Test func `standard input twice is refused`() throws {
    let scene = try ImportScene("CREATE TABLE t (id TEXT PRIMARY KEY NOT NULL)")
    let error = #expect(throws: ImportError.self) {
      try scene.run(["-", "-"]) {
        $0.inputs[0].table = "t"
        $0.inputs[1].table = "t"
      }
    }
    #expect(error?.code == .invalidRequest)
  }

  @Test func `one document may hold two tables at two roots`() throws {
    let scene = try ImportScene(Self.schema)
    let path = try scene.file(
      "all.json",
      #"{"posts":[{"id":"p","author_id":"u"}],"users":[{"id":"u"}]}"#
    )
    var posts = ImportInput(path: path)
    (posts.table, posts.root) = ("b_posts", "posts")
    var users = posts
    (users.table, users.root) = ("c_users", "users")
    let request = ImportRequest(inputs: [posts, users])
    #expect(try order(Importer(path: scene.database).run(request)) == ["c_users", "b_posts"])
  }

  @Test func `the database is no input, by whatever name`() throws {
    let scene = try ImportScene("CREATE TABLE t (id TEXT PRIMARY KEY NOT NULL)")
    let link = scene.directory.file("t.csv")
    #expect(symlink(scene.database, link) == 0)
    for path in [scene.database, link] {
      let error = #expect(throws: ImportError.self) {
        try scene.run([path]) { $0.inputs[0].table = "t" }
      }
      #expect(error?.code == .invalidRequest)
      #expect(error?.message.contains("database itself") == true)
    }
  }

  @Test func `a line that is appended to a file while it is read waits for the next import`() throws
  {
    let directory = try TemporaryDirectory()
    let path = try directory.write("a\nb\n", to: "t.csv")
    let source = try ByteSource(path: path, chunkBytes: 2)
    let reader = CSVReader(source, dialect: CSVDialect(hasHeader: false))
    #expect(try reader.next())
    let file = try #require(fopen(path, "a"))
    fputs("c\n", file)
    fclose(file)
    #expect(try reader.next())
    #expect(try !reader.next())
    #expect(source.bytesRead == 4)
  }

  @Test func `a file that is shortened while it is read is an error`() throws {
    let directory = try TemporaryDirectory()
    let text = String(repeating: "abc\n", count: 5_000)
    let path = try directory.write(text, to: "t.csv")
    let source = try ByteSource(path: path, chunkBytes: 16)
    let reader = CSVReader(source, dialect: CSVDialect(hasHeader: false))
    #expect(try reader.next())
    #expect(truncate(path, 10_000) == 0)
    let error = #expect(throws: ImportError.self) { while try reader.next() {} }
    #expect(error?.code == .inputChanged)
    #expect(error?.place?.line == 2_501)
  }

  @Test func `a file that is overwritten while it is read is an error at its end`() throws {
    let directory = try TemporaryDirectory()
    let text = String(repeating: "abc\n", count: 5_000)
    let path = try directory.write(text, to: "t.csv")
    let source = try ByteSource(path: path, chunkBytes: 16)
    let reader = CSVReader(source, dialect: CSVDialect(hasHeader: false))
    #expect(try reader.next())
    let file = try #require(fopen(path, "r+"))
    fputs("xyz", file)
    fclose(file)
    // The clock of a file system may be slower than this test.
    var times = [timespec(tv_sec: 1, tv_nsec: 0), timespec(tv_sec: 1, tv_nsec: 0)]
    #expect(utimensat(AT_FDCWD, path, &times, 0) == 0)
    let error = #expect(throws: ImportError.self) { while try reader.next() {} }
    #expect(error?.code == .inputChanged)
  }

  @Test func `a file that is replaced while it is read is read as it was`() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write(String(repeating: "abc\n", count: 5_000), to: "t.csv")
    let reader = CSVReader(
      try ByteSource(path: path, chunkBytes: 16),
      dialect: CSVDialect(hasHeader: false)
    )
    #expect(try reader.next())
    #expect(rename(try directory.write("x,y\n", to: "other"), path) == 0)
    var records = 1
    while try reader.next() { records += 1 }
    #expect(records == 5_000)
  }

  @Test func `a file of the kernel, which says that it is empty, is read to its end`() throws {
    let reader = CSVReader(
      try ByteSource(path: "/proc/self/status"),
      dialect: CSVDialect(separator: 1, quote: nil, hasHeader: false)
    )
    #expect(try reader.next())
    #expect(text(reader.field(0)).hasPrefix("Name:"))
  }
}
