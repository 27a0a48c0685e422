import GRDB

struct TagRecord: FetchableRecord, Sendable, Equatable {
  let id: Int
  let name: String

  init(row: Row) {
    id = row[0]
    name = row[1]
  }
}

extension ManyToMany {
  /// Observes the tags of articles by a join. If a tag or a link changes, GRDB fetches all of them
  /// again.
  static func measurePeer(_ run: LiveRun, _ template: String, articles: Int, _ bare: [Outcome])
    throws
  {
    let observed = run.size(1_000, quick: 50)
    let variant = GRDBVariant()
    let observations = try GRDBObservations<[TagRecord]>(variant, run.files.copy(template))
    let latest = (0..<observed).map { _ in Latest<[TagRecord]>() }
    for article in 0..<observed {
      observations.observe({ try tags(of: article, $0) }, deliver: latest[article].receive)
    }
    verify(observations.settle(), "an observation of GRDB has not begun")
    let writer = GRDBArticleWriter(writer: observations.writer)
    let script = ArticleScript(observed: observed, articles: articles, writer)
    let steps = script.steps { _, write in
      try observations.tally.wait(fetches: observed, deliveries: observed, for: write)
    }
    // The last step changes the title of an article, which is in no list of tags.
    let measured = Array(steps.dropLast())
    let outcomes = try run.measure(measured, .few(10, within: .seconds(10)))
    for (outcome, bare) in zip(outcomes, bare) {
      run.report.add(benchmark, variant: variant.name, n: observed, outcome, to: bare)
    }
    for article in script.touchedArticles {
      let fresh = try observations.writer.read { try tags(of: article, $0) }
      verify(latest[article].value == fresh, "GRDB, the tags of article \(article)")
    }
    observations.cancel()
  }

  private static func tags(of article: Int, _ db: Database) throws -> [TagRecord] {
    let sql = """
      SELECT t.id, t.name FROM tags t JOIN article_tags l ON l.tag_id = t.id
      WHERE l.article_id = ? ORDER BY t.id
      """
    return try TagRecord.fetchAll(db.cachedStatement(sql: sql), arguments: [article])
  }
}

private struct GRDBArticleWriter: ArticleWriter {
  let writer: any DatabaseWriter

  private func run(_ sql: String, _ arguments: StatementArguments) throws {
    try writer.write { try $0.cachedStatement(sql: sql).execute(arguments: arguments) }
  }

  func link(_ article: Int, _ tag: Int) throws {
    try run("INSERT INTO article_tags (article_id, tag_id) VALUES (?, ?)", [article, tag])
  }

  func unlink(_ article: Int, _ tag: Int) throws {
    try run("DELETE FROM article_tags WHERE article_id = ? AND tag_id = ?", [article, tag])
  }

  func rename(tag: Int, _ name: String) throws {
    try run("UPDATE tags SET name = ? WHERE id = ?", [name, tag])
  }

  func retitle(article: Int, _ title: String) throws {
    try run("UPDATE articles SET title = ? WHERE id = ?", [title, article])
  }

  func insert(tag: Int, articles: [Int]) throws {
    try writer.write { db in
      try db.cachedStatement(sql: "INSERT INTO tags (id, name) VALUES (?, 'new')")
        .execute(arguments: [tag])
      let link = try db.cachedStatement(
        sql: "INSERT INTO article_tags (article_id, tag_id) VALUES (?, ?)"
      )
      for article in articles { try link.execute(arguments: [article, tag]) }
    }
  }

  func delete(tag: Int) throws { try run("DELETE FROM tags WHERE id = ?", [tag]) }
}
