import StateGraphPersistence

/// Measures writes beside a million links between articles and tags. The tags of many articles are
/// observed, and then also the articles of many tags by title.
enum ManyToMany {
  static let benchmark = "many to many"

  /// The observed values in addition to the tags of articles.
  enum Besides: Equatable {
    case nothing
    /// The articles of so many tags, as a relationship that a computed node sorts.
    case sortedRelationship(tags: Int)
    /// The articles of so many tags, as a live query for each tag with a condition on the links.
    case query(tags: Int)

    /// The text that follows the name of the benchmark.
    var name: String {
      switch self {
      case .nothing: ""
      case .sortedRelationship: " and sorted relationships"
      case .query: " and queries"
      }
    }

    var explanation: String {
      switch self {
      case .nothing: ""
      case .sortedRelationship(let tags): ", and the articles of \(tags) tags sorted by a node"
      case .query(let tags): ", and \(tags) queries for the articles of a tag"
      }
    }
  }

  static func run(_ run: LiveRun) throws {
    let articles = run.size(100_000, quick: 20_000)
    let template = try run.files.make(ArticleContent.statements(articles: articles))
    var bare: [Outcome] = []
    let observed = run.size(10_000, quick: 200)
    let tags = run.size(1_000, quick: 20)
    for besides in [Besides.nothing, .sortedRelationship(tags: tags), .query(tags: tags)] {
      run.report.begin("the tags of N articles observed\(besides.explanation)")
      let outcomes = try measure(run, template, articles: articles, observed: observed, besides)
      // GRDB is compared with the first bare writes only: if live values are read again for each
      // tag, a bare write after them finds cold caches.
      if bare.isEmpty { bare = outcomes }
    }
    run.report.begin("the tags of N articles observed")
    try measurePeer(run, template, articles: articles, bare)
  }

  private static func measure(
    _ run: LiveRun,
    _ template: String,
    articles: Int,
    observed: Int,
    _ besides: Besides
  ) throws -> [Outcome] {
    let paths = [try run.files.copy(template), try run.files.copy(template)]
    defer { paths.forEach(run.files.remove) }
    let bareDatabase = try Database.benchmarked(paths[0])
    let bare = ArticleScript(observed: observed, articles: articles, bareDatabase)
    let database = try Database.benchmarked(paths[1])
    let observers = try ArticleObservers(database, articles: observed, besides)
    let script = ArticleScript(observed: observed, articles: articles, database)
    let steps = script.steps { effect, write in
      let before = observers.calls.value
      try write()
      let told = observers.calls.value - before
      verify(told == effect, "\(told) observer calls instead of \(effect)")
    }
    let effort = Effort(rounds: 300, warmUps: 2, limit: .seconds(8), countedRounds: 2)
    let outcomes = try run.measure(steps, beside: bare.steps { try $1() }, effort)
    let name = "\(benchmark)\(besides.name)"
    for outcome in outcomes {
      run.report.add(name, variant: "StateGraph", n: observed, outcome)
    }
    try observers.check(database, touched: script.touchedArticles)
    return outcomes.map(\.bare)
  }
}

extension Database: ArticleWriter {
  func link(_ article: Int, _ tag: Int) throws {
    try execute("INSERT INTO article_tags (article_id, tag_id) VALUES (\(article), \(tag))")
  }

  func unlink(_ article: Int, _ tag: Int) throws {
    try execute("DELETE FROM article_tags WHERE article_id = \(article) AND tag_id = \(tag)")
  }

  func rename(tag: Int, _ name: String) throws {
    try execute("UPDATE tags SET name = \(name) WHERE id = \(tag)")
  }

  func retitle(article: Int, _ title: String) throws {
    try execute("UPDATE articles SET title = \(title) WHERE id = \(article)")
  }

  func insert(tag: Int, articles: [Int]) throws {
    try write {
      try execute("INSERT INTO tags (id, name) VALUES (\(tag), 'new')")
      for article in articles { try link(article, tag) }
    }
  }

  func delete(tag: Int) throws { try execute("DELETE FROM tags WHERE id = \(tag)") }
}

/// Observes the tags of the first articles, and the articles of the first tags.
private final class ArticleObservers {
  let calls = CallCount()
  private let tags: [Latest<[Tag]>]
  private var articles: [Latest<[Article]>] = []
  private let store: EntityStore<Article>
  private let tagStore: EntityStore<Tag>
  private var subscription: AnyCancellable?

  init(_ database: Database, articles articleCount: Int, _ besides: ManyToMany.Besides) throws {
    store = try EntityStore<Article>(database)
    tagStore = try EntityStore<Tag>(database)
    tags = (0..<articleCount).map { _ in Latest() }
    subscription = withGraphTracking {
      for index in 0..<articleCount { observeTags(ofArticle: index) }
      switch besides {
      case .nothing: break
      case .sortedRelationship(let count): observeArticles(ofTags: count) { sorted($0) }
      case .query(let count): observeArticles(ofTags: count) { queried($0) }
      }
    }
  }

  private func observeTags(ofArticle index: Int) {
    store.get(by: .init(index))?.$tags.onChange { [calls, latest = tags[index]] tags in
      latest.receive(tags)
      calls.increment()
    }
  }

  private func observeArticles(ofTags count: Int, _ node: (Tag) -> Computed<[Article]>) {
    for index in 0..<count {
      guard let tag = tagStore.get(by: .init(index)) else { continue }
      let latest = Latest<[Article]>()
      articles.append(latest)
      node(tag).onChange(latest.receive)
    }
  }

  private func sorted(_ tag: Tag) -> Computed<[Article]> {
    Computed(areEqual: { $0.elementsEqual($1, by: ===) }) { _ in
      tag.articles.map { (title: $0.title, article: $0) }.sorted { $0.title < $1.title }
        .map(\.article)
    }
  }

  private func queried(_ tag: Tag) -> Computed<[Article]> {
    let query = store.query
      .where { $0[inverse: \ArticleTag.article].exists { $0.tag == tag } }
      .order { $0.title.ascending }
    return Computed { _ in (try? query.fetch()) ?? [] }
  }

  /// Compares the last values of the observers with the file.
  func check(_ database: Database, touched: [Int]) throws {
    for article in touched {
      let ids = try database.integers(
        "SELECT tag_id FROM article_tags WHERE article_id = \(article) ORDER BY tag_id"
      )
      verify(tags[article].value?.map(\.typedID.raw) == ids, "the tags of article \(article)")
    }
    for (tag, latest) in articles.enumerated() {
      let ids = try database.integers(
        """
        SELECT a.id FROM article_tags l CROSS JOIN articles a ON a.id = l.article_id
        WHERE l.tag_id = \(tag) ORDER BY a.title, a.id
        """
      )
      verify(latest.value?.map(\.typedID.raw) == ids, "the articles of tag \(tag)")
    }
  }
}
