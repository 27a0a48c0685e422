import StateGraphPersistence
import TestSupport

/// A question about the rows, with its answer by the library and by plain SQL.
struct AnthologyQuestion: Sendable {
  typealias Rows = AnthologyWorld.Rows

  let name: String
  private let read: @Sendable () throws -> Rows
  let expected: @Sendable ((SQL) throws -> Rows) throws -> Rows

  init(
    _ name: String,
    _ read: @escaping @Sendable () throws -> Rows,
    expected: @escaping @Sendable ((SQL) throws -> Rows) throws -> Rows
  ) {
    (self.name, self.read, self.expected) = (name, read, expected)
  }

  init(_ name: String, _ sql: SQL, _ read: @escaping @Sendable () throws -> Rows) {
    self.init(name, read) { rows in try rows(sql) }
  }

  /// The rows. An error is an answer, too.
  func answer() -> Rows {
    do { return try read() } catch {
      return [[.text("\((error as? DatabaseError)?.code, default: "\(error)")")]]
    }
  }

  /// Questions of all kinds. The seed chooses texts and conditions.
  static func some(
    _ stores: AnthologyStores,
    _ database: Database,
    _ random: inout SeededRandom
  ) throws -> [AnthologyQuestion] {
    texts(stores, &random) + sums(stores) + relationships(stores) + references(stores, &random)
      + selections(stores) + children(stores, &random) + (try statements(database))
  }

  // MARK: Texts

  private static func texts(
    _ stores: AnthologyStores,
    _ random: inout SeededRandom
  ) -> [AnthologyQuestion] {
    let poems = stores.poems
    var questions = [
      AnthologyQuestion("titles", "SELECT id, title FROM poems ORDER BY id") {
        poems.getAll().map { [$0.typedID.raw.value, $0.title.value] }
      },
      AnthologyQuestion("greatest title", "SELECT max(title), min(title) FROM poems") {
        [[try poems.query.max { $0.title }.value, try poems.query.min { $0.title }.value]]
      },
    ]
    for _ in 0..<4 {
      let part = AnthologyPool.text(Int.random(in: 0..<100, using: &random))
      let size = part.utf8.count
      questions += [
        matching("title == \(size)", stores, { $0.title == part }) { $0 == .text(part) },
        matching("prefix \(size)", stores, { $0.title.hasPrefix(part) }) { $0.begins(with: part) },
        matching("suffix \(size)", stores, { $0.title.hasSuffix(part) }) { $0.ends(with: part) },
        matching("contains \(size)", stores, { !$0.title.contains(part) }) { !$0.contains(part) },
      ]
    }
    for pattern in AnthologyPool.patterns.shuffled(using: &random).prefix(2) {
      let live = poems.query.where { $0.title.like(wildcardsIn: pattern) }.live
      questions.append(
        AnthologyQuestion(
          "like \(pattern)",
          "SELECT id FROM poems WHERE title LIKE \(pattern) ORDER BY id"
        ) { live.wrappedValue.map { [$0.typedID.raw.value] } }
      )
    }
    return questions
  }

  private static func matching(
    _ name: String,
    _ stores: AnthologyStores,
    _ condition: (QueryRow<Poem>) -> QueryCondition,
    where isExpected: @escaping @Sendable (SQLiteValue) -> Bool
  ) -> AnthologyQuestion {
    let query = stores.poems.query.where(condition)
    let live = query.live
    return AnthologyQuestion(name) {
      let entities = live.wrappedValue.map { [$0.typedID.raw.value] }
      return entities + [[try query.fetchCount().value]]
    } expected: { rows in
      let found = try rows("SELECT id, title FROM poems ORDER BY id").filter { isExpected($0[1]) }
      return found.map { [$0[0]] } + [[found.count.value]]
    }
  }

  // MARK: Sums

  private static func sums(_ stores: AnthologyStores) -> [AnthologyQuestion] {
    let poems = stores.poems.query
    let groups = poems.group { $0.anthology }
    return [
      AnthologyQuestion("sum of the numbers") {
        [[try poems.sum { $0.number }.value]]
      } expected: {
        [[ReferenceSum(try values($0, "number"), isReal: false).sum]]
      },
      AnthologyQuestion("average of the numbers") {
        [[try poems.average { $0.number }.value]]
      } expected: {
        [[ReferenceSum(try values($0, "number"), isReal: false).average]]
      },
      AnthologyQuestion("sum and average of the weights") {
        [[try poems.sum { $0.weight }.value, try poems.average { $0.weight }.value]]
      } expected: { rows in
        let sum = ReferenceSum(try values(rows, "weight"), isReal: true)
        return [[sum.sum, sum.average]]
      },
      AnthologyQuestion("average weight by anthology") {
        try groups.average { $0.weight }.map { [($0.key?.raw).value, $0.value.value] }
      } expected: { rows in
        let all = try rows("SELECT anthology_id, weight FROM poems ORDER BY 1")
        var keys: [SQLiteValue] = []
        for row in all where keys.last != row[0] { keys.append(row[0]) }
        return keys.map { key in
          let weights = all.filter { $0[0] == key }.map { $0[1] }
          return [key, ReferenceSum(weights, isReal: true).average]
        }
      },
      AnthologyQuestion(
        "extremes",
        "SELECT min(number), max(number), count(DISTINCT weight) FROM poems"
      ) {
        [
          [
            try poems.min { $0.number }.value, try poems.max { $0.number }.value,
            try poems.distinctCount { $0.weight }.value,
          ]
        ]
      },
    ]
  }

  private static func values(
    _ rows: (SQL) throws -> Rows,
    _ column: String
  ) throws -> [SQLiteValue] {
    try rows("SELECT \(column: column) FROM poems").map { $0[0] }
  }
}
