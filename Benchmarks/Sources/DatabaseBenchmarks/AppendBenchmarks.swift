import StateGraphPersistence

/// Measures 10,000 appends to one parent, one by one, beside 10,000 sets of the reference.
///
/// The array of a relationship through links, such as `shelf.placed.append(volume)`, is left out: it
/// reads and compares all entities for each append.
enum AppendBenchmarks {
  private static let count = 10_000

  static func run(_ run: Run) throws {
    let bars = [Bar.time(2, of: AppendWay.reference.name)]
    for isOneTransaction in [true, false] {
      let ways = AppendWay.allCases.filter { $0.name.hasPrefix(run.options.side ?? "") }
      let entries = try ways.map { way in
        let path = "\(run.files.directory)/appends-\(way)-\(isOneTransaction).sqlite"
        let scene = try ShelfScene(path: path, count: count)
        let isBarred = way != .reference && way != .insertBySQL
        return Comparison.Entry(name: way.name, bars: isBarred ? bars : []) {
          try scene.clear()
          let sample = try Stopwatch.time(operations: count) {
            if isOneTransaction {
              try scene.database.write { try way.perform(scene) }
            } else {
              try way.perform(scene)
            }
          }
          let linked = try way.linkedCount(scene)
          precondition(linked == count, "\(way.name) has not set all.")
          return sample
        }
      }
      let work = isOneTransaction ? "inside a transaction" : "own transactions"
      let comparison = try Comparison(
        "10,000 appends, \(work)",
        floor: AppendWay.reference.name,
        rounds: run.rounds(7),
        entries
      )
      comparison.printRows()
    }
  }
}

/// A way to relate all volumes to the shelf.
private enum AppendWay: CaseIterable {
  case reference, node, array, placedNode, mentionedNode, insertBySQL

  var name: String {
    switch self {
    case .reference: "`volume.shelf = shelf`"
    case .node: "one-to-many, `$volumes.append`"
    case .array: "one-to-many, `volumes.append`"
    case .placedNode: "ordered links, `$placed.append`"
    case .mentionedNode: "links, `$mentioned.append`"
    case .insertBySQL: "ordered links, INSERT by `execute`"
    }
  }

  func perform(_ scene: ShelfScene) throws {
    let shelf = scene.shelf
    for (place, volume) in scene.volumes.enumerated() {
      switch self {
      case .reference: volume.shelf = shelf
      case .node: shelf.$volumes.append(volume)
      case .array: shelf.volumes.append(volume)
      case .placedNode: shelf.$placed.append(volume)
      case .mentionedNode: shelf.$mentioned.append(volume)
      case .insertBySQL:
        let key = volume.typedID.raw
        try scene.database.execute(
          "INSERT INTO placings (shelf_id, volume_id, place) VALUES ('s', \(key), \(place))"
        )
      }
    }
  }

  /// The number of related volumes in the file.
  func linkedCount(_ scene: ShelfScene) throws -> Int? {
    let sql: SQL =
      switch self {
      case .reference, .node, .array: "SELECT count(*) FROM volumes WHERE shelf_id = 's'"
      case .placedNode, .insertBySQL: "SELECT count(DISTINCT place) FROM placings"
      case .mentionedNode: "SELECT count(*) FROM mentions"
      }
    return try scene.database.fetchValue(Int.self, sql)
  }
}

/// A file with one shelf and many volumes that are on no shelf.
private final class ShelfScene {
  let database: Database
  let shelf = Shelf(id: "s")
  let volumes: [Volume]
  private let stores: [Any]

  init(path: String, count: Int) throws {
    database = try Database(path: path)
    try database.createTables(for: Shelf.self, Volume.self, Placing.self, Mention.self)
    let shelves = try EntityStore<Shelf>(database)
    let store = try EntityStore<Volume>(database)
    stores = [
      shelves, store, try EntityStore<Placing>(database), try EntityStore<Mention>(database),
    ]
    volumes = (0..<count).map { number in
      Volume(id: .init("volume \(1_000_000 + number)"), title: "V", shelf: nil)
    }
    shelves.add(shelf)
    try database.write { store.add(volumes) }
  }

  func clear() throws {
    try database.write {
      try database.execute("UPDATE volumes SET shelf_id = NULL")
      try database.execute("DELETE FROM placings")
      try database.execute("DELETE FROM mentions")
    }
    // Each sample begins with the rows of the relationships in memory, as in a program that shows
    // them.
    precondition(shelf.volumes.isEmpty && shelf.placed.isEmpty && shelf.mentioned.isEmpty)
  }
}
