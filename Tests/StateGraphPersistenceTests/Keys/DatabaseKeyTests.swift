import Foundation
import TestSupport
import Testing

@testable import StateGraphPersistence

/// Identifiers that SQLite makes when it inserts the row.
@Suite struct DatabaseKeyTests {
  @Test(arguments: [false, true])
  func `an object has its identifier as soon as it is added`(inMemory: Bool) throws {
    let scene = try KeyScene(inMemory: inMemory)
    let (first, second) = (Drawer(label: "a"), Drawer(label: "b"))
    #expect(first.assignedID == nil)
    try scene.database.write {
      try scene.drawers.insert(first)
      #expect(first.id == 1)
      scene.drawers.add(second)
      #expect(second.id == 2)
      #expect(scene.drawers.get(by: 2) === second)
    }
    #expect([first.id, second.id] == [1, 2])
    #expect(first.assignedID == 1)
    #expect(scene.drawers.get(by: 1) === first)
    #expect(scene.drawers.getAll().map(\.label) == ["a", "b"])
    #expect(try scene.labels() == [1: "a", 2: "b"])
  }

  @Test func `reading an identifier runs no statement`() throws {
    let scene = try KeyScene()
    let drawer = Drawer(label: "a")
    scene.drawers.add(drawer)
    let before = scene.database.statementCounter.readCount
    #expect(drawer.id == 1)
    #expect(scene.database.statementCounter.readCount == before)
  }

  @Test func `a loaded object has the identifier of its row`() throws {
    let scene = try KeyScene()
    try scene.database.execute("INSERT INTO drawers (id, label) VALUES (-7, 'a'), (9, 'b')")
    #expect(scene.drawers.getAll().map(\.id) == [-7, 9])
    #expect(try scene.drawers.query.where { $0.id == -7 }.fetch().map(\.label) == ["a"])
  }

  @Test func `an identifier that the program gives is kept, and the next one follows it`() throws {
    let scene = try KeyScene()
    scene.drawers.add(Drawer(id: 41, label: "a"))
    let next = Drawer(label: "b")
    scene.drawers.add(next)
    #expect(next.id == 42)
    scene.drawers.add(Drawer(id: 41, label: "c"))
    #expect(try scene.labels() == [41: "c", 42: "b"])
  }

  @Test func `a sequence of new objects gets consecutive identifiers`() throws {
    let scene = try KeyScene()
    let drawers = (0..<100).map { Drawer(label: "\($0)") }
    scene.drawers.add(drawers)
    #expect(drawers.map(\.typedID.raw) == Array(1...100))
  }

  @Test func `an initialiser of one's own makes an object without an identifier`() throws {
    let scene = try KeyScene()
    let stamps = try EntityStore<Stamp>(scene.database)
    let stamp = Stamp(cents: 250)
    #expect(stamp.assignedID == nil)
    try stamps.insert(stamp)
    #expect(stamp.id == 1)
    #expect(stamp.worth == 2.5)
  }

  @Test func `a type of one's own with an integer is an identifier`() throws {
    let scene = try KeyScene()
    let chests = try EntityStore<Chest>(scene.database)
    let chest = Chest()
    try chests.insert(chest)
    #expect(chest.id.raw == ChestID(rawValue: 1))
    #expect(chests.get(by: .init(ChestID(rawValue: 1))) === chest)
  }

  @Test func `a search table does not disturb the identifier`() throws {
    let scene = try KeyScene()
    scene.memos.add(Memo(id: 100, text: "one", drawer: nil))
    let memos = ["two", "three"].map { Memo(text: $0, drawer: nil) }
    scene.memos.add(memos)
    #expect(memos.map(\.typedID.raw) == [101, 102])
    #expect(scene.memos.getAll().map(\.text) == ["one", "two", "three"])
  }

  @Test func `a reader of the table follows`() throws {
    let scene = try KeyScene()
    let ids = Computed { _ in scene.drawers.getAll().map(\.typedID.raw) }
    let second = Computed { _ in scene.drawers.get(by: 2)?.label }
    #expect(ids.wrappedValue == [])
    #expect(second.wrappedValue == nil)
    scene.drawers.add([Drawer(label: "a"), Drawer(label: "b")])
    #expect(ids.wrappedValue == [1, 2])
    #expect(second.wrappedValue == "b")
  }

  @Test func `the next identifier follows a row of another connection`() throws {
    let scene = try KeyScene()
    let other = try Database(path: scene.directory.file("keys.sqlite"))
    try other.execute("INSERT INTO drawers (id, label) VALUES (70, 'theirs')")
    let drawer = Drawer(label: "ours")
    try scene.drawers.insert(drawer)
    #expect(drawer.id == 71)
    #expect(scene.drawers.get(by: 70)?.label == "theirs")
    try other.close()
  }

  @Test func `threads that add objects get different identifiers`() throws {
    let scene = try KeyScene()
    let ids = Recorder<Int>()
    let threads = (0..<4).map { thread in
      BackgroundThread {
        for index in 0..<50 {
          let drawer = Drawer(label: "\(thread) \(index)")
          try scene.drawers.insert(drawer)
          ids.record(drawer.typedID.raw)
        }
      }
    }
    for thread in threads { try thread.join() }
    #expect(ids.elements.sorted() == Array(1...200))
  }

  @Test func `reading the identifier of a new object ends the program with a message`() async {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      _ = Drawer(label: "a").id
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("A new Drawer has no identifier"), "\(text)")
  }

  // MARK: Undone writes

  @Test func `an object of a write that is rolled back has no identifier again`() throws {
    let scene = try KeyScene()
    let drawer = Drawer(label: "a")
    #expect(throws: TestFailure.self) {
      try scene.database.write {
        scene.drawers.add(drawer)
        #expect(drawer.id == 1)
        throw TestFailure("undo")
      }
    }
    #expect(drawer.assignedID == nil)
    #expect(drawer.label == "a")
    // Another object gets the key. The first object must not overwrite that row when it is added
    // again.
    scene.drawers.add(Drawer(label: "other"))
    scene.drawers.add(drawer)
    #expect(drawer.id == 2)
    #expect(try scene.labels() == [1: "other", 2: "a"])
  }

  @Test func `an object of a nested write that is undone has no identifier again`() throws {
    let scene = try KeyScene()
    let (kept, undone) = (Drawer(label: "kept"), Drawer(label: "undone"))
    try scene.database.write {
      scene.drawers.add(kept)
      #expect(throws: TestFailure.self) {
        try scene.database.write {
          scene.drawers.add(undone)
          #expect(undone.id == 2)
          throw TestFailure("undo")
        }
      }
      #expect(undone.assignedID == nil)
      scene.drawers.add(Drawer(label: "new"))
      scene.drawers.add(undone)
      #expect(undone.id == 3)
    }
    #expect(kept.id == 1)
    #expect(undone.id == 3)
    #expect(try scene.labels() == [1: "kept", 2: "new", 3: "undone"])
  }

  @Test func `an object of a nested write loses its identifier with the whole write`() throws {
    let scene = try KeyScene()
    let drawer = Drawer(label: "a")
    #expect(throws: TestFailure.self) {
      try scene.database.write {
        try scene.database.write { scene.drawers.add(drawer) }
        #expect(drawer.id == 1)
        throw TestFailure("undo")
      }
    }
    #expect(drawer.assignedID == nil)
  }

  @Test func `an identifier that the program gave stays after a rollback`() throws {
    let scene = try KeyScene()
    let drawer = Drawer(id: 5, label: "a")
    #expect(throws: TestFailure.self) {
      try scene.database.write {
        scene.drawers.add(drawer)
        throw TestFailure("undo")
      }
    }
    #expect(drawer.assignedID == 5)
  }

  @Test func `a committed identifier stays after a later write is rolled back`() throws {
    let scene = try KeyScene()
    let drawer = Drawer(label: "a")
    scene.drawers.add(drawer)
    #expect(throws: TestFailure.self) {
      try scene.database.write {
        drawer.label = "b"
        scene.drawers.delete(1)
        throw TestFailure("undo")
      }
    }
    #expect(drawer.id == 1)
    #expect(drawer.label == "a")
  }

  @Test func `an object whose insertion fails has no identifier, and can be added later`() throws {
    let scene = try KeyScene()
    scene.drawers.add(Drawer(label: "a"))
    let same = Drawer(label: "a")
    let error = #expect(throws: DatabaseError.self) { try scene.drawers.insert(same) }
    #expect(error?.code == .constraint)
    #expect(same.assignedID == nil)
    same.label = "b"
    try scene.drawers.insert(same)
    #expect(same.id == 2)
  }

  @Test func `an object that is deleted and added again in one write keeps its identifier`() throws
  {
    let scene = try KeyScene()
    let drawer = Drawer(label: "a")
    try scene.database.write {
      scene.drawers.add(drawer)
      scene.drawers.delete(drawer.id)
      scene.drawers.add(Drawer(id: 8, label: "b"))
      scene.drawers.add(drawer)
    }
    #expect(drawer.id == 1)
    #expect(try scene.labels() == [1: "a", 8: "b"])
  }

  @Test func `a deleted object keeps its identifier`() throws {
    let scene = try KeyScene()
    let drawer = Drawer(label: "a")
    scene.drawers.add(drawer)
    scene.drawers.delete(1)
    #expect(drawer.isDeleted)
    #expect(drawer.id == 1)
  }

  // MARK: The keys of SQLite

  @Test func `the key of a deleted last row is used again, unless the table is AUTOINCREMENT`()
    throws
  {
    for (sql, expected) in [(nil, 1), (KeyScene.autoincrement, 2)] as [(SQL?, Int)] {
      let scene = try KeyScene(drawers: sql)
      scene.drawers.add(Drawer(label: "a"))
      scene.drawers.delete(1)
      let next = Drawer(label: "b")
      scene.drawers.add(next)
      #expect(next.typedID.raw == expected)
    }
  }

  @Test func `after the largest key, a table takes a free one, and AUTOINCREMENT is full`() throws {
    let plain = try KeyScene()
    plain.drawers.add(Drawer(id: Int.max, label: "last"))
    let free = Drawer(label: "free")
    try plain.drawers.insert(free)
    #expect((1..<Int.max).contains(free.typedID.raw))

    let full = try KeyScene(drawers: KeyScene.autoincrement)
    full.drawers.add(Drawer(id: Int.max, label: "last"))
    let none = Drawer(label: "none")
    let error = #expect(throws: DatabaseError.self) { try full.drawers.insert(none) }
    #expect(error?.code == .diskFull)
    #expect(none.assignedID == nil)
    full.drawers.add(none)
    #expect(full.failures.elements.map(\.code) == [.diskFull])
  }

  @Test(arguments: [
    "id INT PRIMARY KEY NOT NULL, label TEXT NOT NULL, outer_id INTEGER",
    "id INTEGER PRIMARY KEY DESC, label TEXT NOT NULL, outer_id INTEGER",
  ])
  func `a table whose key is not the rowid is refused`(columns: String) throws {
    let error = #expect(throws: DatabaseError.self) {
      try KeyScene(drawers: .raw("CREATE TABLE drawers (\(columns))"))
    }
    #expect(error?.code == .schemaMismatch)
  }

  @Test func `a table WITHOUT ROWID is refused`() throws {
    let error = #expect(throws: DatabaseError.self) {
      try KeyScene(
        drawers: """
          CREATE TABLE drawers (
            id INTEGER PRIMARY KEY NOT NULL, label TEXT NOT NULL, outer_id INTEGER
          ) WITHOUT ROWID
          """
      )
    }
    #expect(error?.code == .schemaMismatch)
  }

  @Test func `a trigger that ignores the row leaves the object without an identifier`() throws {
    let scene = try KeyScene()
    scene.drawers.add(Drawer(label: "first"))
    try scene.database.execute(
      """
      CREATE TRIGGER no_new BEFORE INSERT ON drawers WHEN NEW.label = 'ignored'
      BEGIN SELECT RAISE(IGNORE); END
      """
    )
    let ignored = Drawer(label: "ignored")
    let error = #expect(throws: DatabaseError.self) { try scene.drawers.insert(ignored) }
    #expect(error?.code == .constraint)
    #expect(ignored.assignedID == nil)
    #expect(try scene.labels() == [1: "first"])
  }

  @Test func `rows that triggers insert and change do not affect the identifier`() throws {
    let scene = try KeyScene()
    try scene.database.execute(
      """
      CREATE TRIGGER noted AFTER INSERT ON drawers BEGIN
        INSERT INTO memos (number, text, drawer_id) VALUES (500, 'made', NEW.id);
        UPDATE drawers SET label = label || '!' WHERE id = NEW.id;
      END
      """
    )
    let drawer = Drawer(label: "a")
    scene.drawers.add(drawer)
    #expect(drawer.id == 1)
    #expect(drawer.label == "a!")
    #expect(drawer.memos.map(\.typedID.raw) == [500])
  }

  @Test func `an infinite and a negative zero value do not disturb the identifier`() throws {
    let scene = try KeyScene()
    let stamps = try EntityStore<Stamp>(scene.database)
    let stamp = Stamp(cents: 0)
    stamp.worth = -0.0
    stamps.add(stamp)
    #expect(stamp.id == 1)
    #expect(stamp.worth.sign == .plus)
  }
}
