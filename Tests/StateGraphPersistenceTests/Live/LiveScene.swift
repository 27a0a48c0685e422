import Logging
import StateGraphPersistence
import TestSupport

@Entity
final class Bin {
  typealias TypedIdentifierRawValue = Int64
  let typedID: TypedID
  @GraphStored var label: String
  @GraphComputed(inverse: \Thing.bin) var things: [Thing]
}

@Entity
final class Thing {
  typealias TypedIdentifierRawValue = Int64
  let typedID: TypedID
  @GraphStored var bin: Bin?
  @GraphStored var rank: Int?
  @GraphStored var weight: Double?
  @GraphStored var name: String
  @GraphComputed(through: Sticker.self, order: \Sticker.place) var marks: [Mark]
}

@Entity
final class Mark {
  typealias TypedIdentifierRawValue = Int64
  let typedID: TypedID
  @GraphStored var name: String
  @GraphComputed(through: Sticker.self) var things: [Thing]
}

@Entity
final class Sticker {
  typealias TypedIdentifierRawValue = Int64
  let typedID: TypedID
  @GraphStored var thing: Thing
  @GraphStored var mark: Mark
  @GraphStored var place: Int
}

/// A database with few rows and few values, so that ties, NULLs and repeated keys are frequent.
struct LiveScene {
  let database: Database
  let things: EntityStore<Thing>
  let bins: EntityStore<Bin>
  let marks: EntityStore<Mark>
  let stickers: EntityStore<Sticker>

  static let markCount = 3
  static let names = ["a", "A", "é", "e\u{301}", "ß", ""]

  init(path: String) throws {
    var configuration = Database.Configuration()
    // The tables declare collations and delete actions that the types do not, which would be
    // logged.
    configuration.logger.logLevel = .critical
    database = try Database(path: path, configuration: configuration)
    for statement in [
      "CREATE TABLE bins (id INTEGER PRIMARY KEY, label TEXT NOT NULL) STRICT",
      """
      CREATE TABLE things (
        id INTEGER PRIMARY KEY, rank INTEGER UNIQUE ON CONFLICT ABORT CHECK (rank < 100),
        bin_id INTEGER REFERENCES bins (id) ON DELETE CASCADE,
        weight REAL, name TEXT NOT NULL COLLATE NOCASE, note TEXT
      ) STRICT
      """,
      "CREATE TABLE marks (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT",
      """
      CREATE TABLE stickers (
        id INTEGER PRIMARY KEY,
        thing_id INTEGER NOT NULL REFERENCES things (id) ON DELETE CASCADE,
        mark_id INTEGER NOT NULL REFERENCES marks (id) ON DELETE CASCADE,
        place INTEGER NOT NULL
      ) STRICT
      """,
      """
      CREATE TRIGGER follow AFTER UPDATE OF weight ON things WHEN new.weight = 3.0
      BEGIN UPDATE things SET name = 'ß' WHERE id = new.id + 1; END
      """,
      "INSERT INTO bins VALUES (0, 'x'), (1, 'y'), (2, 'z'), (3, 'w')",
      "INSERT INTO marks VALUES (0, 'm'), (1, 'n'), (2, 'o')",
    ] as [SQL] {
      try database.execute(statement)
    }
    things = try EntityStore<Thing>(database)
    bins = try EntityStore<Bin>(database)
    marks = try EntityStore<Mark>(database)
    stickers = try EntityStore<Sticker>(database)
  }
}

/// A live query or relationship, with a fresh read of the same rows.
final class LiveWatch {
  let name: String
  let node: Computed<[String]>
  let fresh: () throws -> [String]
  /// The values that the observer has received since the last check.
  let told = Recorder<[String]>()
  /// The state of the last check.
  var last: [String] = []
  /// The last state with the difference to the current state applied, or nil if there is no
  /// difference.
  var applied: () -> [String]? = { nil }

  init(_ name: String, _ node: Computed<[String]>, _ fresh: @escaping () throws -> [String]) {
    (self.name, self.node, self.fresh) = (name, node, fresh)
  }
}

extension LiveScene {
  /// Some queries of every shape that is followed, over values that collide. More histories find
  /// more defects than more queries would.
  func watches(_ random: inout SeededRandom) -> [LiveWatch] {
    var watches: [LiveWatch] = []
    let ordered: [(String, (Query<Thing>) -> Query<Thing>)] = [
      ("", { $0 }), ("by rank", { $0.order { $0.rank.ascending } }),
      ("by rank down", { $0.order { $0.rank.descending } }),
      ("by name", { $0.order { $0.name.ascending } }),
      ("by weight, name", { $0.order { ($0.weight.descending, $0.name.descending) } }),
    ]
    for _ in 0..<30 {
      let (conditionName, condition) = Self.condition(&random)
      let (orderName, order) = ordered.randomElement(using: &random)!
      var query = order(things.query.where(condition))
      var name = "things where \(conditionName) \(orderName)"
      if Int.random(in: 0..<3, using: &random) > 0 {
        let limit = Int.random(in: 0...4, using: &random)
        query = query.limit(limit)
        name += " limit \(limit)"
        let offset = Int.random(in: 0...2, using: &random)
        if offset > 0 {
          query = query.offset(offset)
          name += " offset \(offset)"
        }
      }
      let watch = Self.watch(name, query)
      watches.append(watch)
    }
    let all = watches + aggregates(&random) + joined + filtered + relationships + [spellings]
    return Array(all.shuffled(using: &random).prefix(50))
  }

  /// The bytes of all names, from a node that has the names as Swift strings.
  private var spellings: LiveWatch {
    let (own, things) = (database, things)
    let names = Computed { _ in (try? things.query.fetch().map(\.name)) ?? ["failed"] }
    return LiveWatch(
      "the spellings of all names",
      Computed { _ in names.wrappedValue.map { "\(Array($0.utf8))" } }
    ) {
      try own.rows("SELECT CAST(name AS BLOB) FROM things ORDER BY id").map { row in
        guard case .blob(let bytes) = row[0] else { return "" }
        return "\(bytes)"
      }
    }
  }

  /// The relationships of entities that the histories never delete.
  private var relationships: [LiveWatch] {
    var watches: [LiveWatch] = []
    for number in 0..<4 as Range<Int64> {
      guard let bin = bins.get(by: .init(number)) else { continue }
      let own = database
      watches.append(
        LiveWatch(
          "things of bin \(number)",
          Computed { _ in bin.things.map { "\($0.typedID.raw)" } }
        ) {
          try own.numbers("SELECT id FROM things WHERE bin_id = \(number) ORDER BY id")
        }
      )
    }
    for number in 0..<Int64(Self.markCount) {
      guard let mark = marks.get(by: .init(number)) else { continue }
      let own = database
      watches.append(
        LiveWatch(
          "things of mark \(number)",
          Computed { _ in mark.things.map { "\($0.typedID.raw)" } }
        ) {
          try own.numbers(
            "SELECT thing_id FROM stickers WHERE mark_id = \(number) ORDER BY thing_id"
          )
        }
      )
    }
    return watches
  }

  static func condition(
    _ random: inout SeededRandom
  ) -> (String, (QueryRow<Thing>) -> QueryCondition) {
    let number = Int.random(in: 0...4, using: &random)
    let name = names.randomElement(using: &random)!
    switch Int.random(in: 0..<13, using: &random) {
    case 0: return ("rank = \(number)", { $0.rank == number })
    case 1: return ("rank > \(number)", { $0.rank > number })
    case 2: return ("rank is null", { $0.rank.isNull })
    case 3: return ("name = \(name)", { $0.name == name })
    case 4: return ("bin = \(number)", { $0.bin.id == .init(Int64(number)) })
    case 5: return ("weight between 1 and \(number)", { $0.weight.between(1, Double(number)) })
    case 6: return ("rank in 0, \(number)", { $0.rank.in([0, number]) })
    case 7: return ("not rank < \(number) or \(name)", { !($0.rank < number) || $0.name == name })
    case 8: return ("id not 9", { $0.id != .init(9) })
    case 9: return ("name begins with \(name)", { $0.name.hasPrefix(name) })
    case 10: return ("name ends with \(name)", { $0.name.hasSuffix(name) })
    case 11: return ("name contains \(name)", { $0.name.contains(name) })
    default: return ("name like \(name)", { $0.name.like("\(name)%") })
    }
  }
}

extension Database {
  fileprivate func numbers(_ sql: SQL) throws -> [String] {
    try rows(sql).map { row in
      guard case .integer(let number) = row[0] else { return "" }
      return "\(number)"
    }
  }
}
