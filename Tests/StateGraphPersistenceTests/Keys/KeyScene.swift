import Foundation
import StateGraphPersistence
import TestSupport

@Entity(id: Int.self, keys: .database)
final class Drawer {
  @GraphStored @Column(.unique) var label: String
  @GraphStored var outer: Drawer? = nil
  @GraphComputed(inverse: \Memo.drawer) var memos: [Memo]
  @GraphComputed(inverse: \DrawerLine.drawer) var lines: [DrawerLine]
  @GraphComputed(inverse: \Receipt.drawer) var receipts: [Receipt]
  @GraphComputed(through: DrawerBadge.self) var badges: [Badge]
}

@Entity(id: Int64.self, keys: .database, key: "number")
final class Memo {
  @GraphStored @Column(.searchable) var text: String
  @GraphStored var drawer: Drawer?
}

/// Its key contains the reference, so the reference has no setter.
@Entity(id: CompositeKey<Int, Int>.self, key: "drawer_id", "place")
final class DrawerLine {
  @GraphStored @Column(.onDelete(.cascade)) var drawer: Drawer
  @GraphStored var place: Int
  @GraphStored var text: String
}

@Entity(id: String.self, keys: .ulid)
final class Receipt {
  @GraphStored private(set) var drawer: Drawer
  @GraphStored var isPaid: Bool = false
  @GraphStored var scan: [UInt8]? = nil
}

@Entity(id: UUID.self, keys: .uuidV7)
final class Badge {
  @GraphStored var name: String
}

@Entity(id: CompositeKey<Int, UUID>.self, key: "drawer_id", "badge_id")
final class DrawerBadge {
  @GraphStored var drawer: Drawer
  @GraphStored var badge: Badge
}

/// An entity with an initialiser of its own.
@Entity(id: Int.self, keys: .database)
final class Stamp {
  @GraphStored var worth: Double
  init(cents: Int) { worth = Double(cents) / 100 }
}

struct ChestID: RawRepresentable, Hashable, Bindable, EntityKey { let rawValue: Int }

@Entity(id: ChestID.self, keys: .database)
final class Chest {}

struct KeyScene {
  let directory: TemporaryDirectory
  let database: Database
  let drawers: EntityStore<Drawer>
  let memos: EntityStore<Memo>
  /// The failures of assignments outside a `write`.
  let failures = Recorder<DatabaseError>()

  init(inMemory: Bool = false, drawers sql: SQL? = nil) throws {
    let directory = try TemporaryDirectory()
    self.directory = directory
    var configuration = Database.Configuration()
    configuration.onWriteFailure = { [failures, directory] error in
      _ = directory
      if let error = error as? DatabaseError { failures.record(error) }
    }
    database = try Database(
      path: inMemory ? ":memory:" : directory.file("keys.sqlite"),
      configuration: configuration
    )
    if let sql { try database.execute(sql) }
    try database.createTables(
      for: Drawer.self,
      Memo.self,
      DrawerLine.self,
      Receipt.self,
      Badge.self,
      DrawerBadge.self,
      Stamp.self,
      Chest.self
    )
    drawers = try EntityStore<Drawer>(database)
    memos = try EntityStore<Memo>(database)
  }

  /// A table of drawers whose keys are never used twice.
  static let autoincrement: SQL = """
    CREATE TABLE drawers (
      id INTEGER PRIMARY KEY AUTOINCREMENT, label TEXT NOT NULL UNIQUE,
      outer_id INTEGER REFERENCES drawers (id)
    ) STRICT
    """

  func labels() throws -> [Int64: String] {
    var labels: [Int64: String] = [:]
    for row in try database.rows("SELECT id, label FROM drawers") {
      if case .integer(let id) = row[0], case .text(let label) = row[1] { labels[id] = label }
    }
    return labels
  }
}
