import Glibc
import StateGraphFormats
import StateGraphImport
import StateGraphSQLite

/// Checks the import of bytes into a database: either no row is kept, or all rows and an intact
/// file.
///
/// The files are in memory, under /dev/shm. libFuzzer calls the target from one thread.
struct ImportTarget {
  static let csv = ImportTarget(inputs: ["things.csv", "posts.csv"])
  static let json = ImportTarget(inputs: ["things.json", "posts.jsonl"])

  private let inputs: [String]
  private let folder: String
  private let template: [UInt8]

  private static let schema = """
    CREATE TABLE things (
      id INTEGER PRIMARY KEY NOT NULL, label TEXT COLLATE NOCASE UNIQUE, amount REAL,
      count INTEGER NOT NULL DEFAULT 0 CHECK (count >= 0), day DATE, data BLOB,
      parent_id INTEGER REFERENCES things (id), twice GENERATED ALWAYS AS (count * 2)
    );
    CREATE TABLE users (id TEXT PRIMARY KEY NOT NULL, name TEXT NOT NULL, short_bio TEXT) STRICT;
    CREATE TABLE posts (
      id TEXT PRIMARY KEY NOT NULL, title TEXT, author_id TEXT REFERENCES users (id)
    ) STRICT;
    CREATE TABLE comments (
      id TEXT PRIMARY KEY NOT NULL, text TEXT, post_id TEXT NOT NULL REFERENCES posts (id)
    ) STRICT;
    CREATE TABLE tags (id TEXT PRIMARY KEY NOT NULL, name TEXT) STRICT;
    CREATE TABLE post_tags (
      post_id TEXT NOT NULL REFERENCES posts (id), tag_id TEXT NOT NULL REFERENCES tags (id),
      position INTEGER, PRIMARY KEY (post_id, tag_id)
    ) STRICT, WITHOUT ROWID;
    """

  private var database: String { folder + "/fuzz.sqlite" }

  init(inputs: [String]) {
    self.inputs = inputs
    var name = Array("/dev/shm/stategraph-fuzz-XXXXXX".utf8CString)
    guard mkdtemp(&name) != nil else { preconditionFailure("mkdtemp failed: \(errno)") }
    folder = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    do {
      let path = folder + "/template.sqlite"
      try WriterConnection.open(try DatabaseLocation(path: path))
        .runScript(Self.schema) { _ in }
      template = try Files.bytes(of: path)
    } catch {
      preconditionFailure("the database could not be created: \(error)")
    }
  }

  func run(_ bytes: [UInt8]) {
    // Each input has only one name and one policy, because an import takes milliseconds.
    let choice = bytes.reduce(bytes.count) { $0 &* 31 &+ Int($1) }
    let input = inputs[Int(choice.magnitude % UInt(inputs.count))]
    let policies = DanglingPolicy.allCases
    check(bytes, as: input, policies[Int(choice.magnitude / 7 % UInt(policies.count))])
  }

  private func check(_ bytes: [UInt8], as input: String, _ dangling: DanglingPolicy) {
    do {
      for suffix in ["-wal", "-shm"] { unlink(database + suffix) }
      try Files.write(template, to: database)
      try Files.write(bytes, to: folder + "/" + input)
      var request = ImportRequest(inputs: [ImportInput(path: folder + "/" + input)])
      request.dangling = dangling
      request.nullSpellings = ["NULL"]
      let report: ImportReport
      do {
        report = try Importer(path: database).run(request)
      } catch {
        refused(bytes, error)
        return require(try contents().isEmpty, "a refused input leaves nothing behind")
      }
      try kept(report, request)
    } catch {
      require(false, "the database can be read afterwards: \(error)")
    }
  }

  private func refused(_ bytes: [UInt8], _ error: ImportError) {
    require(error.code != .database, "the database causes no error: \(error)")
    guard TextPlaces.areCountable(bytes), let place = error.place else { return }
    TextPlaces(bytes).check(place, "the error \(error)")
  }

  private func kept(_ report: ImportReport, _ request: ImportRequest) throws {
    let rows = try contents()
    let inserted = report.tables.reduce(0) { $0 + $1.inserted }
    require(rows.count == inserted, "\(inserted) rows are reported: \(rows.count)")
    let connection = try Connection.open(try DatabaseLocation(path: database), mode: .reader)
    require(
      try connection.firstValue("PRAGMA integrity_check") == .text("ok"),
      "the file is in order"
    )
    let dangling = try connection.rows("PRAGMA foreign_key_check").count
    let allowed = request.dangling == .keep ? report.dangling.reduce(0) { $0 + $1.rows } : 0
    require(dangling <= allowed, "\(dangling) references have no target, \(allowed) are allowed")
    do {
      _ = try Importer(path: database).run(request)
    } catch {
      require(false, "the same input is accepted again: \(error)")
    }
    require(try contents() == rows, "the same input again changes nothing")
  }

  private func contents() throws -> [String] {
    let connection = try Connection.open(try DatabaseLocation(path: database), mode: .reader)
    return try SchemaReader(connection).tables().flatMap { table in
      try connection.rows("SELECT * FROM \(table: table.name)").map {
        "\(table.name) \($0.values)"
      }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
  }
}
