/// The writes of the many-to-many benchmark, each a transaction of its own.
protocol ArticleWriter {
  func link(_ article: Int, _ tag: Int) throws
  func unlink(_ article: Int, _ tag: Int) throws
  func rename(tag: Int, _ name: String) throws
  func retitle(article: Int, _ title: String) throws
  /// With a link from each of the articles.
  func insert(tag: Int, articles: [Int]) throws
  /// The links go with it.
  func delete(tag: Int) throws
}

/// The same writes for every side, about ten observed articles, spread evenly.
final class ArticleScript {
  /// What one write concerns among the observed articles' tags.
  typealias Effect = Int

  private let observedCount: Int
  private let articleCount: Int
  private let writer: any ArticleWriter
  private var round = 0

  init(observed: Int, articles: Int, _ writer: any ArticleWriter) {
    observedCount = observed
    articleCount = articles
    self.writer = writer
  }

  var touchedArticles: [Int] { (0..<10).map { $0 * observedCount / 10 } }
  private var article: Int { touchedArticles[round % 10] }
  /// None that the article has.
  private var newTag: Int { ArticleContent.tagCount(articles: articleCount) }
  private var tag: Int { ArticleContent.tag(0, of: article, articles: articleCount) }

  /// One round is all of them, once. The tag that comes and goes is there to link first.
  func steps(_ perform: @escaping (Effect, () throws -> Void) throws -> Void) -> [Step] {
    let writes: [(String, Effect, () throws -> Void)] = [
      ("insert a tag of 10 observed articles", 10, insert),
      ("delete a tag of 10 observed articles", 10, delete),
      ("link", 1, link),
      ("unlink", 1, unlink),
      ("rename a tag", 0, rename),
      ("retitle an article", 0, retitle),
    ]
    return writes.map { name, effect, write in
      Step(name: name) { try perform(effect, write) }
    }
  }

  private func insert() throws {
    round += 1
    try writer.insert(tag: newTag, articles: touchedArticles)
  }

  private func delete() throws { try writer.delete(tag: newTag) }

  /// With a tag that the article does not have: those of one article are 1009 apart.
  private func link() throws { try writer.link(article, otherTag) }
  private func unlink() throws { try writer.unlink(article, otherTag) }
  private var otherTag: Int { (tag + 1) % ArticleContent.tagCount(articles: articleCount) }

  private func rename() throws { try writer.rename(tag: tag, "tag named \(round)") }
  private func retitle() throws { try writer.retitle(article: article, "title \(round)") }
}
