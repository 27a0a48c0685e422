import TestSupport
import Testing

@testable import StateGraphPersistence

/// An article as plain data, for predicates that do not use the library.
private struct PlainArticle {
  var id: String
  var title: [UInt8]
  var subtitle: [UInt8]?
  var views: Int
  var rating: Double?
  var isDraft: Bool
  var writer: (id: String, name: String, age: Int?)
  var reader: (id: String, name: String)?
  var remarks: [[UInt8]]
}

/// A condition in two forms: for a query, and as a Swift predicate.
private struct RandomCondition {
  var condition: (QueryRow<Article>) -> QueryCondition
  var predicate: (PlainArticle) -> Bool
  var usesChildren = false
  var description: String
}

@Suite struct RandomQueryTests {
  @Test(arguments: TestSeed.seeds(3, from: 11))
  func `random queries find the same rows on disk, in memory and in plain Swift`(seed: UInt64)
    throws
  {
    let scene = try QueryScene(seed: seed, articleCount: 200)
    let plain = try plainArticles(scene)
    let memory = memoryStore(plain)
    var random = SeededRandom(seed: seed)
    for round in 0..<60 {
      let sample = sample(depth: 4, &random)
      let expected = plain.filter(sample.predicate)
      let (ordered, comparator) = order(&random)
      let sorted = expected.sorted(by: comparator).map(\.id)
      let limit = Int.random(in: 0..<400, using: &random)
      let offset = Int.random(in: 0..<20, using: &random)
      let window = Array(sorted.dropFirst(offset).prefix(limit))
      let comment: Comment = "seed \(seed), round \(round): \(sample.description)"
      for store in sample.usesChildren ? [scene.articles] : [scene.articles, memory] {
        let query = store.query.where(sample.condition)
        try #require(ordered(query).limit(limit).offset(offset).fetch().ids == window, comment)
        try #require(query.fetchCount() == expected.count, comment)
        try #require(try query.sum { $0.views } == expected.map(\.views).sumOrNil, comment)
        try #require(query.min { $0.rating } == expected.compactMap(\.rating).min(), comment)
        try #require(
          query.group { $0.isDraft }.count().map(\.value)
            == [false, true].map { draft in expected.count { $0.isDraft == draft } }
            .filter { $0 > 0 },
          comment
        )
        let page = try ordered(query).page(size: 40)
        let second = try page.next.map { try ordered(query).page(size: 40, after: $0) }
        let both = page.entities.ids + (second?.entities.ids ?? [])
        try #require(both == Array(sorted.prefix(80)), comment)
      }
    }
  }

  /// After each of many random statements, live queries equal a fresh SELECT.
  @Test(arguments: TestSeed.seeds(2, from: 21))
  func `live queries equal fresh ones after every commit`(seed: UInt64) throws {
    let scene = try QueryScene(seed: seed, articleCount: 120)
    var random = SeededRandom(seed: seed)
    let live = (0..<25).map { _ in
      let sample = sample(depth: 3, &random)
      let query = order(&random).0(scene.articles.query.where(sample.condition)).limit(50)
      return (
        query, query.live, Computed { _ in (try? query.fetchCount()) ?? -1 }, sample.description
      )
    }
    for step in 0..<80 {
      try change(scene.database, step, &random)
      for (query, node, count, description) in live {
        let comment: Comment = "seed \(seed), step \(step): \(description)"
        let fresh = try query.fetch().ids
        try #require(node.wrappedValue.ids == fresh, comment)
        try #require(count.wrappedValue == fresh.count, comment)
      }
      try #require(DatabaseGraph.of(scene.database).reads.count(.inconsistent) == 0)
    }
  }

  private func change(_ database: Database, _ step: Int, _ random: inout SeededRandom) throws {
    let article = "a\(Int.random(in: 0..<140, using: &random))"
    let title = QueryScene.titles.randomElement(using: &random) ?? ""
    let (writer, reader) = (Int.random(in: 0..<20, using: &random), step % 20)
    switch Int.random(in: 0..<9, using: &random) {
    case 0: try database.execute("UPDATE articles SET title = \(title) WHERE id = \(article)")
    case 1: try database.execute("DELETE FROM articles WHERE id = \(article)")
    case 2:
      try database.execute(
        """
        INSERT OR REPLACE INTO articles
        VALUES (\(article), \(title), NULL, \(step % 50), 2.5, \(step % 2), \("w\(writer)"), NULL)
        """
      )
    case 3:
      try database.execute(
        "UPDATE articles SET reader_id = \("p\(reader)"), subtitle = \(title) WHERE id = \(article)"
      )
    case 4: try database.execute("UPDATE writers SET name = \(title) WHERE id = \("w\(writer)")")
    case 5: try database.execute("UPDATE people SET name = 'Ada' WHERE id = \("p\(reader)")")
    case 6: try database.execute("DELETE FROM remarks WHERE article_id = \(article)")
    case 7: try database.execute("UPDATE articles SET views = views + 1 WHERE id < \(article)")
    default: try database.execute("UPDATE articles SET rating = NULL WHERE views = \(step % 50)")
    }
  }
}

// MARK: - Random conditions

extension RandomQueryTests {
  private func sample(depth: Int, _ random: inout SeededRandom) -> RandomCondition {
    guard depth > 0, Int.random(in: 0..<5, using: &random) > 0 else { return leaf(&random) }
    let left = sample(depth: depth - 1, &random)
    switch Int.random(in: 0..<3, using: &random) {
    case 0:
      return RandomCondition(
        condition: { !left.condition($0) },
        predicate: { !left.predicate($0) },
        usesChildren: left.usesChildren,
        description: "!\(left.description)"
      )
    case let kind:
      let right = sample(depth: depth - 1, &random)
      return RandomCondition(
        condition: {
          kind == 1
            ? left.condition($0) && right.condition($0)
            : left.condition($0) || right.condition($0)
        },
        predicate: {
          kind == 1
            ? left.predicate($0) && right.predicate($0)
            : left.predicate($0) || right.predicate($0)
        },
        usesChildren: left.usesChildren || right.usesChildren,
        description: "(\(left.description) \(kind == 1 ? "&&" : "||") \(right.description))"
      )
    }
  }

  private func leaf(_ random: inout SeededRandom) -> RandomCondition {
    let text = QueryScene.titles.randomElement(using: &random) ?? ""
    let bytes = Array(text.utf8)
    let number = Int.random(in: 0..<50, using: &random)
    let half: Double? = number % 11 == 0 ? nil : Double(number % 10) / 2
    switch Int.random(in: 0..<24, using: &random) {
    case 0: return .init("title == \(text)", false, { $0.title == text }) { $0.title == bytes }
    case 1:
      return .init("subtitle == \(text)", false, { $0.subtitle == text }) { $0.subtitle == bytes }
    case 2:
      return .init("subtitle != \(text)", false, { $0.subtitle != text }) { $0.subtitle != bytes }
    case 3: return .init("subtitle == nil", false, { $0.subtitle == nil }) { $0.subtitle == nil }
    case 4: return .init("views < \(number)", false, { $0.views < number }) { $0.views < number }
    case 5: return .init("views >= \(number)", false, { $0.views >= number }) { $0.views >= number }
    case 6: return .init("rating == half", false, { $0.rating == half }) { $0.rating == half }
    case 7:
      return .init("rating <= half", false, { $0.rating <= half }) { article in
        guard let half, let rating = article.rating else { return false }
        return rating <= half
      }
    case 8: return .init("isDraft", false, { $0.isDraft }) { $0.isDraft }
    case 9:
      return .init("writer.name", false, { $0.writer.name == "Ada" }) { $0.writer.name == "Ada" }
    case 10:
      return .init("reader.name", false, { $0.reader.name != "Ada" }) { $0.reader?.name != "Ada" }
    case 11: return .init("reader == nil", false, { $0.reader == nil }) { $0.reader == nil }
    case 12:
      return .init("hasPrefix \(text)", false, { $0.title.hasPrefix(text) }) {
        $0.title.starts(with: bytes)
      }
    case 13:
      return .init("contains \(text)", false, { $0.subtitle.contains(text) }) {
        $0.subtitle.map { String(decoding: $0, as: UTF8.self).unicodeScalars.contains(text) }
          ?? false
      }
    case 14:
      let list = [number, number + 1, 49]
      return .init("views in", false, { $0.views.in(list) }) { list.contains($0.views) }
    case 15:
      let list: [Double?] = [half, nil, 1]
      return .init("rating in", false, { $0.rating.in(list) }) { list.contains($0.rating) }
    case 16:
      return .init("writer.age > 30", false, { $0.writer.age > 30 }) {
        $0.writer.age.map { $0 > 30 } ?? false
      }
    case 17:
      let writer = Writer.TypedID("w\(number % 20)")
      return .init("writer.id", false, { $0.writer.id == writer }) { $0.writer.id == writer.raw }
    case 18:
      return .init("remarks.exists", true, { $0.remarks.exists { $0.text == text } }) {
        $0.remarks.contains(bytes)
      }
    case 19:
      return .init("remarks.count", true, { $0.remarks.count > 1 }) { $0.remarks.count > 1 }
    default: return computedLeaf(number, half)
    }
  }

  /// A condition on values that are computed from columns.
  private func computedLeaf(_ number: Int, _ half: Double?) -> RandomCondition {
    switch number % 5 {
    case 0:
      return .init("views * 2 - \(number) > views", false, { $0.views * 2 - number > $0.views }) {
        $0.views * 2 - number > $0.views
      }
    case 1:
      let divisor = number % 7
      return .init("views % \(divisor) == 1", false, { $0.views % divisor == 1 }) {
        divisor != 0 && $0.views % divisor == 1
      }
    case 2:
      return .init("title <= subtitle", false, { $0.title.optional <= $0.subtitle }) { article in
        article.subtitle.map { !$0.lexicographicallyPrecedes(article.title) } ?? false
      }
    case 3:
      return .init("length", false, { ($0.title + $0.subtitle.ifNull("")).length < number / 2 }) {
        let text = String(decoding: $0.title + ($0.subtitle ?? []), as: UTF8.self)
        return text.unicodeScalars.count < number / 2
      }
    default:
      let start = half ?? 1
      return .init("rating", false, { $0.rating.ifNull(start).rounded() != start }) {
        ($0.rating ?? start).rounded() != start
      }
    }
  }

  private func order(
    _ random: inout SeededRandom
  ) -> ((Query<Article>) -> Query<Article>, (PlainArticle, PlainArticle) -> Bool) {
    switch Int.random(in: 0..<4, using: &random) {
    case 0: return ({ $0 }, { $0.id < $1.id })
    case 1:
      return (
        { $0.order { $0.views.descending } }, { ($1.views, $0.id) < ($0.views, $1.id) }
      )
    case 2:
      return (
        { $0.order { ($0.rating.ascending, $0.id.descending) } },
        { ($0.rating ?? -1, $1.id) < ($1.rating ?? -1, $0.id) }
      )
    default:
      return (
        { $0.order { ($0.reader.name.descending, $0.views.ascending) } },
        { left, right in
          let (first, second) = (left.reader?.name ?? "", right.reader?.name ?? "")
          return (second, left.views, left.id) < (first, right.views, right.id)
        }
      )
    }
  }
}

extension RandomCondition {
  init(
    _ description: String,
    _ usesChildren: Bool,
    _ condition: @escaping (QueryRow<Article>) -> QueryCondition,
    _ predicate: @escaping (PlainArticle) -> Bool
  ) {
    self.init(
      condition: condition,
      predicate: predicate,
      usesChildren: usesChildren,
      description: description
    )
  }
}

// MARK: - The same rows elsewhere

extension RandomQueryTests {
  private func plainArticles(_ scene: QueryScene) throws -> [PlainArticle] {
    var remarks: [SQLiteValue: [[UInt8]]] = [:]
    for row in try scene.database.rows("SELECT article_id, text FROM remarks") {
      remarks[row[0], default: []].append(row[1].bytes)
    }
    return try scene.database.rows(
      """
      SELECT a.id, title, subtitle, views, rating, is_draft, writer_id, w.name, age, reader_id, p.name
      FROM articles a JOIN writers w ON w.id = writer_id LEFT JOIN people p ON p.id = reader_id
      """
    ).map { row in
      PlainArticle(
        id: String(value: row[0]) ?? "",
        title: row[1].bytes,
        subtitle: row[2].isNull ? nil : row[2].bytes,
        views: Int(value: row[3]) ?? 0,
        rating: Double(value: row[4]),
        isDraft: row[5] == .integer(1),
        writer: (String(value: row[6]) ?? "", String(value: row[7]) ?? "", Int(value: row[8])),
        reader: String(value: row[9]).map { ($0, String(value: row[10]) ?? "") },
        remarks: remarks[row[0]] ?? []
      )
    }
  }

  private func memoryStore(_ articles: [PlainArticle]) -> EntityStore<Article> {
    let store = EntityStore<Article>()
    var writers: [String: Writer] = [:]
    var people: [String: Person] = [:]
    for plain in articles {
      let (id, name, age) = plain.writer
      let writer = writers[id] ?? Writer(id: id, name: name, age: age)
      writers[id] = writer
      let reader = plain.reader.map {
        people[$0.id] ?? Person(id: $0.id, name: $0.name, nickname: nil, isMember: true)
      }
      if let reader { people[reader.typedID.raw] = reader }
      store.add(
        Article(
          id: plain.id,
          title: String(decoding: plain.title, as: UTF8.self),
          subtitle: plain.subtitle.map { String(decoding: $0, as: UTF8.self) },
          views: plain.views,
          rating: plain.rating,
          isDraft: plain.isDraft,
          writer: writer,
          reader: reader
        )
      )
    }
    return store
  }
}

extension SQLiteValue {
  fileprivate var bytes: [UInt8] {
    if case .text(let text) = self { Array(text.utf8) } else { [] }
  }
}

extension String.UnicodeScalarView {
  fileprivate func contains(_ text: String) -> Bool {
    let (all, part) = (Array(self), Array(text.unicodeScalars))
    guard all.count >= part.count else { return false }
    return (0...(all.count - part.count)).contains { all[$0...].starts(with: part) }
  }
}

extension [Int] {
  fileprivate var sumOrNil: Int? { isEmpty ? nil : reduce(0, +) }
}
