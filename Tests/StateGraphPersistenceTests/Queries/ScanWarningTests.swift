import Logging
import TestSupport
import Testing

@testable import StateGraphPersistence

@Suite struct ScanWarningTests {
  let logged = Recorder<String>()
  let scene: QueryScene

  init() throws {
    var configuration = Database.Configuration()
    configuration.scanWarningRowCount = 100
    configuration.logger = Logger(label: "test") { [logged] _ in RecordingHandler(logged) }
    scene = try QueryScene(articleCount: 200, configuration: configuration)
  }

  @Test func `a live query that scans a large table is logged once, with the index to make`() throws
  {
    for number in 0..<3 {
      let node = scene.articles.query.where { $0.title == "\(number)" && $0.rating > 3 }.live
      #expect(node.wrappedValue.isEmpty)
    }
    try #require(logged.elements.count == 1)
    #expect(
      logged.elements[0].contains(
        #"CREATE INDEX "articles_title_rating_index" ON "articles" ("title", "rating")"#
      )
    )
  }

  @Test func `a query with an index, of a small table, of everything, or not live is not`() throws {
    let quiet: [Query<Article>] = [
      scene.articles.query,
      scene.articles.query.where { $0.writer.id == "w1" },
      scene.articles.query.order { $0.views.ascending }.limit(3),
      scene.articles.query.where { $0.id.in(["a1", "a2"]) },
    ]
    for query in quiet { #expect(query.live.wrappedValue.count <= 200) }
    #expect(scene.writers.query.where { $0.name == "Ada" }.live.wrappedValue.count == 1)
    #expect(try scene.articles.query.where { $0.title == "x" }.fetch().isEmpty)
    #expect(logged.elements == [])
  }

  @Test func `a created index ends the warning`() throws {
    try scene.database.execute("CREATE INDEX articles_title ON articles (title)")
    #expect(scene.articles.query.where { $0.title == "x" }.live.wrappedValue.isEmpty)
    #expect(logged.elements == [])
  }
}

/// Records the messages of the log, and leaves out their metadata, source and output.
private struct RecordingHandler: LogHandler {
  let logged: Recorder<String>
  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.trace

  init(_ logged: Recorder<String>) { self.logged = logged }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let message = "\(event.message)"
    // The scene's tables are written by hand, and have a warning of their own.
    if event.level >= .warning, message.contains("live query") { logged.record(message) }
  }
}
