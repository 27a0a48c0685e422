import Logging
import StateGraphPersistence
import TestSupport

enum CoverKind: String, Bindable { case hard, soft }

/// A weight in grams, which is never negative.
enum Grams: ColumnConversion {
  struct Negative: Error {}

  static func stored(_ value: Double) -> Int { Int(value) }

  static func value(_ stored: Int) throws -> Double {
    if stored < 0 { throw Negative() }
    return Double(stored)
  }
}

@Entity(id: String.self)
final class Volume {
  @GraphStored var title: String
  @GraphStored var pages: Int
  @GraphStored var binding: CoverKind
  @GraphStored @Column(as: Grams.self) var weight: Double
  @GraphStored var shelf: Rack?
  @GraphComputed(through: VolumeTopic.self) var topics: [Topic]
}

@Entity(id: String.self, table: "shelves")
final class Rack {
  @GraphStored var name: String
  @GraphStored var size: Int
  @GraphComputed(inverse: \Volume.shelf) var volumes: [Volume]
}

@Entity(id: String.self)
final class Topic {
  @GraphStored var name: String
  @GraphComputed(through: VolumeTopic.self) var volumes: [Volume]
}

@Entity(id: CompositeKey<String, String>.self, key: "volume_id", "topic_id")
final class VolumeTopic {
  @GraphStored var volume: Volume
  @GraphStored var topic: Topic
}

/// Shelves of volumes in tables that refuse nothing, as in files that other programs have made.
struct Shelves: Sendable {
  let database: Database
  let volumes: EntityStore<Volume>
  let shelves: EntityStore<Rack>
  let topics: EntityStore<Topic>
  let logged = Recorder<String>()

  /// Opens a file, and creates the tables if `isNew` is true.
  init(path: String, isNew: Bool = false) throws {
    var configuration = Database.Configuration()
    configuration.logger = Logger(label: "test") { [logged] _ in RackLog(logged) }
    database = try Database(path: path, configuration: configuration)
    if isNew {
      for statement in Shelves.schema { try database.execute(statement) }
    }
    volumes = try EntityStore<Volume>(database)
    shelves = try EntityStore<Rack>(database)
    topics = try EntityStore<Topic>(database)
  }

  private static let schema: [SQL] = [
    "CREATE TABLE shelves (id TEXT PRIMARY KEY NOT NULL, name TEXT, size INTEGER)",
    """
    CREATE TABLE volumes (
      id TEXT PRIMARY KEY NOT NULL, title TEXT, pages INTEGER, binding TEXT, weight INTEGER,
      shelf_id TEXT
    )
    """,
    "CREATE TABLE topics (id TEXT PRIMARY KEY NOT NULL, name TEXT)",
    """
    CREATE TABLE volume_topics (
      volume_id TEXT NOT NULL, topic_id TEXT NOT NULL, PRIMARY KEY (volume_id, topic_id)
    )
    """,
    "CREATE INDEX volumes_shelf ON volumes (shelf_id)",
    "INSERT INTO shelves VALUES ('a', 'A', 1), ('b', 'B', 2)",
    """
    INSERT INTO volumes VALUES ('1', 'one', 10, 'hard', 1, 'a'), ('2', 'two', 20, 'soft', 2, 'a'),
      ('3', 'three', 30, 'hard', 3, 'a'), ('4', 'four', 40, 'soft', 4, 'b')
    """,
    "INSERT INTO topics VALUES ('t', 'T')",
    "INSERT INTO volume_topics VALUES ('1', 't'), ('2', 't'), ('4', 't')",
  ]

  /// The answers on the calling thread, which may be inside a write or a snapshot.
  func answers() throws -> [String] { try Question.allCases.map { try $0.answer(self) } }
}

/// Whatever may include or leave out a volume or a shelf.
enum Question: CaseIterable, Sendable {
  case all, one, contains, count, filter, query, ordered, firstTwo, window, page, live, liveWindow
  case filtered, joined, related, fetchedCount, maximum, exists, children, linked, reference

  func answer(_ shelves: Shelves) throws -> String { "\(self): \(try ask(shelves))" }

  private func ask(_ shelves: Shelves) throws -> String {
    let (volumes, query) = (shelves.volumes, shelves.volumes.query)
    switch self {
    case .all: return ids(volumes.getAll())
    case .one: return volumes.get(by: "2")?.title ?? "-"
    case .contains: return "\(volumes.contains("2"))"
    case .count: return "\(volumes.count)"
    case .filter: return ids(volumes.filter { $0.pages > 0 })
    case .children: return ids(shelves.shelves.get(by: "a")?.volumes ?? [])
    case .linked: return ids(shelves.topics.get(by: "t")?.volumes ?? [])
    case .reference: return volumes.get(by: "1")?.shelf?.name ?? "-"
    case .related:
      let related = try shelves.shelves.query.where { $0.volumes.count > 2 }.fetch()
      return related.map(\.typedID.raw).joined(separator: " ")
    default: return try ask(query)
    }
  }

  private func ask(_ query: Query<Volume>) throws -> String {
    switch self {
    case .query: ids(try query.where { $0.title != "x" }.fetch())
    case .ordered: ids(try query.order { $0.title.ascending }.fetch())
    case .firstTwo: ids(try query.limit(2).fetch())
    case .window: ids(try query.limit(2).offset(1).fetch())
    case .page: ids(try query.page(size: 2).entities)
    case .live: ids(query.live.wrappedValue)
    case .liveWindow: ids(query.limit(2).offset(1).live.wrappedValue)
    case .filtered: ids(query.filter { $0.pages > 5 }.live.wrappedValue)
    case .joined: ids(try query.where { $0.shelf.name == "A" }.fetch())
    case .fetchedCount: "\(try query.where { $0.title != "x" }.fetchCount())"
    case .maximum: "\(try query.where { $0.id == "1" }.max { $0.pages } ?? -1)"
    default: "\(try query.where { $0.title == "two" }.exists())"
    }
  }

  private func ids(_ volumes: some Sequence<Volume>) -> String {
    volumes.map(\.typedID.raw).joined(separator: " ")
  }
}

/// The same reads as nodes that follow the commits.
final class LiveShelves {
  private let nodes: [Computed<String>]
  private let subscription: AnyCancellable
  let told = Recorder<String>()

  init(_ shelves: Shelves) {
    let nodes = Question.allCases.map { question in
      Computed { _ in
        do { return try question.answer(shelves) } catch { return "\(question): \(error)" }
      }
    }
    self.nodes = nodes
    let told = told
    subscription = withGraphTracking {
      for node in nodes { node.onChange { told.record($0) } }
    }
    _ = told.drain()
  }

  deinit { subscription.cancel() }

  func answers() -> [String] { nodes.map(\.wrappedValue) }
}

/// Records the messages of the log, and leaves out their metadata, source and output.
private struct RackLog: LogHandler {
  let logged: Recorder<String>
  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.error

  init(_ logged: Recorder<String>) { self.logged = logged }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) { logged.record("\(event.message)") }
}
