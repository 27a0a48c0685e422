import Glibc
import StateGraphFixtures
import StateGraphSQLite
import StateGraphThreads
import Synchronization
import TestSupport
import Testing

@testable import StateGraphTesting

/// A package of its own in a temporary folder.
private struct Scene {
  let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    try directory.write("", to: "Package.swift")
    for folder in ["Migrations", "Fixtures", "Fixtures/shop"] {
      try #require(mkdir(directory.file(folder), 0o700) == 0)
    }
    try write("CREATE TABLE items (id INTEGER PRIMARY KEY, name TEXT)", "Migrations/0001_a.sql")
    try write(#"{"id": "@a", "name": "a"}"#, "Fixtures/shop/items.jsonl")
  }

  func write(_ text: String, _ path: String) throws { try directory.write(text, to: path) }

  /// A new value each time, as in a new process.
  var fixture: TestFixture {
    TestFixture(
      "Fixtures/shop",
      migrations: .directory("Migrations"),
      filePath: directory.file("Tests.swift")
    )
  }

  var templates: [String] {
    FileSystem.names(in: directory.file(".build/stategraph/templates")).sorted()
  }
}

extension TemplateStore {
  /// Builds a template without tables.
  fileprivate func build(_ name: String) throws {
    _ = try template(name) { path in
      try Database(path: path).close()
      return LabelNames()
    }
  }
}

/// Runs in a child process of ``TemplateTests``.
@Suite(.enabled(if: ForcedFailures.areWanted)) struct ForcedTemplate {
  static let folder = "STATEGRAPH_FORCED_TEMPLATE"

  @Test func build() throws {
    let path = try #require(getenv(Self.folder).map { String(cString: $0) })
    let package = PackageFolder(ofSourceFile: path + "/a.swift")
    try TemplateStore(package, noticedDuration: .zero).build("shown")
    try TemplateStore(package, noticedDuration: .seconds(3_600)).build("hidden")
  }
}

@Suite struct TemplateTests {
  @Test func `the first test builds the template and later processes find it`() throws {
    let scene = try Scene()
    let first = try scene.fixture.template.prepare()
    let files = scene.templates
    // Migrations alone, and with the rows.
    #expect(files.filter { $0.hasSuffix(".sqlite") }.count == 2)
    #expect(files.filter { $0.hasSuffix(".partial") || $0.hasSuffix("-sharing") } == [])
    let second = try scene.fixture.template.prepare()
    #expect(second.digest == first.digest)
    #expect(second.names == first.names)
    #expect(scene.templates == files)
  }

  @Test func `a changed file of the fixture or of the migrations makes another template`() throws {
    let scene = try Scene()
    let first = try scene.fixture.template.prepare().digest
    try scene.write(#"{"id": "@b", "name": "a"}"#, "Fixtures/shop/items.jsonl")
    let second = try scene.fixture.template.prepare().digest
    try scene.write("CREATE INDEX i ON items (name)", "Migrations/0002_b.sql")
    let third = try scene.fixture.template.prepare().digest
    #expect(Set([first, second, third]).count == 3)
  }

  @Test func `one of eight builders builds the template`() throws {
    let scene = try Scene()
    let count = Atomic<Int>(0)
    let store = try TemplateStore(PackageFolder(ofSourceFile: scene.directory.file("a.swift")))
    let threads = (0..<8).map { _ in
      BackgroundThread {
        // Each store opens the lock anew, as another process does.
        _ = try store.template("digest") { path in
          count.add(1, ordering: .relaxed)
          try Database(path: path).close()
          try Database(path: path, migrations: .list([])).execute("CREATE TABLE t (id)")
          return LabelNames()
        }
      }
    }
    for thread in threads { try thread.join() }
    #expect(count.load(ordering: .relaxed) == 1)
  }

  @Test func `an error leaves no template, and the corrected fixture works`() throws {
    let scene = try Scene()
    try scene.write(#"{"id": "@a", "nme": "a"}"#, "Fixtures/shop/items.jsonl")
    let fixture = scene.fixture
    for _ in 0..<2 {
      #expect {
        _ = try fixture.template.prepare()
      } throws: { error in
        "\(error)".hasPrefix("Fixtures/shop/items.jsonl:1:14: ")
      }
    }
    // The template of the migrations alone: the database, its labels and its lock.
    #expect(scene.templates.count == 3)
    #expect(scene.templates.filter { $0.contains(".partial") } == [])
    try scene.write(#"{"id": "@a", "name": "a"}"#, "Fixtures/shop/items.jsonl")
    _ = try scene.fixture.template.prepare()
  }

  @Test(arguments: BadMigration.all)
  func `a bad migration fails at its exact place and leaves no file`(bad: BadMigration) throws {
    let scene = try Scene()
    try scene.write(bad.sql, "Migrations/" + bad.name)
    let error = #expect(throws: FixtureError.self) { try scene.fixture.template.prepare() }
    #expect(error.map { "\($0)".hasPrefix(bad.error) } == true, "\(String(describing: error))")
    #expect(scene.templates == [])
  }

  @Test func `a template of an edited migration is built anew`() throws {
    let scene = try Scene()
    let first = try scene.fixture.template.prepare().digest
    try scene.write(
      "CREATE TABLE items (id INTEGER PRIMARY KEY, name TEXT, size INTEGER DEFAULT 7)",
      "Migrations/0001_a.sql"
    )
    try TestDatabase.with(scene.fixture) { db in
      try db.expect("items", "id | name | size\n@a | a | 7")
    }
    #expect(try scene.fixture.template.prepare().digest != first)
    try scene.write("CREATE TABLE items (id INTEGER PRIMARY KEY", "Migrations/0001_a.sql")
    let error = #expect(throws: FixtureError.self) { try scene.fixture.template.prepare() }
    #expect(error.map { "\($0)".hasPrefix("Migrations/0001_a.sql:1:1: ") } == true)
    #expect(scene.templates.filter { $0.contains(".partial") } == [])
  }

  @Test func `a missing folder of migrations is an error`() throws {
    let scene = try Scene()
    let fixture = TestFixture.empty(
      migrations: .directory("Nothing"),
      filePath: scene.directory.file("Tests.swift")
    )
    #expect(throws: DatabaseError.self) { try fixture.template.prepare() }
  }

  @Test func `rows of code are added in each process`() throws {
    let scene = try Scene()
    let runs = Recorder<Void>()
    let fixture = scene.fixture.adding { database in
      runs.record(())
      try database.execute("INSERT INTO items (id, name) VALUES (7, 'code')")
    }.adding("Fixtures/shop")
    #expect {
      _ = try fixture.template.prepare()
    } throws: { error in
      // The label is defined a second time.
      "\(error)".hasPrefix("Fixtures/shop/items.jsonl:1:8: ")
    }
    #expect(runs.elements.count == 1)
    let stored = scene.templates
    try scene.write(#"{"id": "@b", "name": "b"}"#, "Fixtures/shop/items.jsonl")
    let other = scene.fixture.adding { database in
      try database.execute("INSERT INTO items (id, name) VALUES (7, 'code')")
    }
    let names = try TestDatabase.with(other) { db in
      try db.database.fetchValues(String.self, "SELECT name FROM items ORDER BY name")
    }
    #expect(names == ["b", "code"])
    #expect(scene.templates.count > stored.count)
  }

  @Test(arguments: [true, false])
  func `code that uses its own fixture is an error and does not wait`(isDirect: Bool) throws {
    let scene = try Scene()
    let own = Guarded<TestFixture?>(nil)
    let fixture = scene.fixture.adding { _ in
      let fixture = try #require(own.withLock { $0 })
      try TestDatabase.with(isDirect ? fixture : fixture.adding("Fixtures/shop")) { _ in }
    }
    own.withLock { $0 = fixture }
    for _ in 0..<2 {
      try withThread {
        let error = #expect(throws: TestDatabaseError.self) { try fixture.template.prepare() }
        #expect(error?.code == .misuse)
        #expect(error?.message == "The code of a fixture uses a fixture that waits for this code.")
      }
    }
  }

  @Test func `two fixtures that use each other on two threads are an error`() throws {
    let scene = try Scene()
    let both = Guarded<[TestFixture]>([])
    let gates = [Gate(), Gate()]
    let fixtures = [0, 1].map { number in
      scene.fixture.adding { _ in
        gates[number].open()
        gates[1 - number].wait()
        _ = try both.withLock { $0[1 - number] }.template.prepare()
      }
    }
    both.withLock { $0 = fixtures }
    let threads = fixtures.map { fixture in
      BackgroundThread {
        let error = #expect(throws: TestDatabaseError.self) { try fixture.template.prepare() }
        #expect(error?.code == .misuse)
      }
    }
    for thread in threads { try thread.join() }
  }

  @Test func `code that uses another fixture waits for it`() throws {
    let scene = try Scene()
    let other = scene.fixture
    let fixture = scene.fixture.adding { database in
      let count = try TestDatabase.with(other) { try $0.value("SELECT count(*) FROM items") ?? 0 }
      try database.execute("INSERT INTO items (id, name) VALUES (7, \("\(count)"))")
    }
    try TestDatabase.with(fixture) { db in
      try db.expect("items", where: "id = 7", "name\n1")
    }
  }

  @Test func `an error of the code is the error of the fixture`() throws {
    let scene = try Scene()
    let fixture = scene.fixture.adding { _ in throw TestFailure("no rows today") }
    #expect {
      _ = try fixture.template.prepare()
    } throws: { error in
      "\(error)" == "no rows today"
    }
  }

  @Test func `the store keeps the newest twenty templates`() throws {
    let scene = try Scene()
    let store = try TemplateStore(PackageFolder(ofSourceFile: scene.directory.file("a.swift")))
    for number in 0..<24 { try store.build("\(number)") }
    let names = scene.templates.filter { $0.hasSuffix(".sqlite") }
    #expect(names.count == 20)
    #expect(!names.contains("0.sqlite") && names.contains("23.sqlite"))
    #expect(scene.templates.count == 60)
  }

  @Test func `what a killed process has left of a template is removed`() throws {
    let scene = try Scene()
    let store = try TemplateStore(PackageFolder(ofSourceFile: scene.directory.file("a.swift")))
    let folder = ".build/stategraph/templates/"
    for file in ["dead.partial", "dead.partial-wal", "dead.labels", "dead.lock", "lost.labels"] {
      try scene.write("", folder + file)
    }
    for file in ["living.partial", "living.labels"] { try scene.write("", folder + file) }
    let lock = try FileLock.acquire(scene.directory.file(folder + "living.lock"))
    try store.build("new")
    #expect(
      scene.templates == [
        "living.labels", "living.lock", "living.partial", "new.labels", "new.lock", "new.sqlite",
      ]
    )
    withExtendedLifetime(lock) {}
  }

  @Test func `a long building is shown once, on the standard error`() throws {
    let scene = try Scene()
    let arguments = ["--testing-library", "swift-testing", "--filter", "ForcedTemplate"]
    let folder = [ForcedTemplate.folder: scene.directory.path]
    let first = try ForcedFailures.run(arguments, folder)
    #expect(first.status == 0)
    #expect(first.count("A template of a fixture was built in ") == 1, "\(first.output)")
    let second = try ForcedFailures.run(arguments, folder)
    #expect(second.count("A template of a fixture was built in ") == 0, "\(second.output)")
    #expect(second.status == 0)
  }

  @Test func `a package that cannot be written uses the folder of temporary files`() throws {
    let scene = try Scene()
    // A file in the place of the folder: permissions would not stop the superuser.
    try scene.write("", ".build")
    let prepared = try scene.fixture.template.prepare()
    #expect(prepared.image.bytes.count > 0)
  }
}
