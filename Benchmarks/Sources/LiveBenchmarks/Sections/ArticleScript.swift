/// The writes of the many-to-many benchmark. Each write is a transaction.
protocol ArticleWriter {
  func link(_ article: Int, _ tag: Int) throws
  func unlink(_ article: Int, _ tag: Int) throws
  func rename(tag: Int, _ name: String) throws
  func retitle(article: Int, _ title: String) throws
  /// Inserts a tag, and a link to it from each of the articles.
  func insert(tag: Int, articles: [Int]) throws
  /// Deletes a tag and its links.
  func delete(tag: Int) throws
}

/// The writes of the many-to-many benchmark, equal for all sides. They concern ten observed
/// articles, which are spread evenly.
final class ArticleScript {
  /// The number of observed articles whose list of tags a write changes.
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
  /// The id of the tag that is inserted and deleted. No row of the template has it.
  private var newTag: Int { ArticleContent.tagCount(articles: articleCount) }
  private var tag: Int { ArticleContent.tag(0, of: article, articles: articleCount) }

  /// Returns the writes of a round. Each deletion and each unlinking removes the rows of the step
  /// before it.
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

  /// Links the article with a tag that it does not have: the ids of an article's tags are 1,009
  /// apart.
  private func link() throws { try writer.link(article, otherTag) }
  private func unlink() throws { try writer.unlink(article, otherTag) }
  private var otherTag: Int { (tag + 1) % ArticleContent.tagCount(articles: articleCount) }

  private func rename() throws { try writer.rename(tag: tag, "tag named \(round)") }
  private func retitle() throws { try writer.retitle(article: article, "title \(round)") }
}
