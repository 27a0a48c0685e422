import StateGraphPersistence
import TestSupport

extension AnthologyQuestion {
  // MARK: Relationships and references

  static func relationships(_ stores: AnthologyStores) -> [AnthologyQuestion] {
    (0..<AnthologyPool.anthologyCount).flatMap { number -> [AnthologyQuestion] in
      let key = AnthologyPool.anthology(number)
      return [
        AnthologyQuestion(
          "poems of \(number)",
          "SELECT id FROM poems WHERE anthology_id = \(key) ORDER BY id"
        ) { stores.anthology(number)?.poems.map { [$0.typedID.raw.value] } ?? [] },
        AnthologyQuestion(
          "selected of \(number)",
          "SELECT poem_id FROM inclusions WHERE anthology_id = \(key) ORDER BY place, poem_id, id"
        ) { stores.anthology(number)?.selected.map { [$0.typedID.raw.value] } ?? [] },
        AnthologyQuestion(
          "mentioned of \(number)",
          """
          SELECT poem_id, title FROM mentions m JOIN poems ON id = poem_id
          WHERE m.anthology_id = \(key) ORDER BY poem_id
          """
        ) {
          stores.anthology(number)?.mentioned.map { [$0.typedID.raw.value, $0.title.value] } ?? []
        },
      ]
    }
  }

  static func references(
    _ stores: AnthologyStores,
    _ random: inout SeededRandom
  ) -> [AnthologyQuestion] {
    let text = AnthologyPool.text(Int.random(in: 0..<100, using: &random))
    let poems = stores.poems
    let without = poems.query.where { $0.motif == nil }.live
    let noted = poems.query.where { $0.motif.note == text }.live
    let named = poems.query.where { $0.anthology.name >= text }
      .order { $0.number.descending }.limit(3).live
    return [
      AnthologyQuestion(
        "notes of the motifs",
        """
        SELECT id, note FROM poems
        LEFT JOIN motifs ON (place, word) = (motif_place, motif_word) ORDER BY id
        """
      ) { poems.getAll().map { [$0.typedID.raw.value, ($0.motif?.note).value] } },
      AnthologyQuestion(
        "poems of the motifs",
        """
        SELECT place, word, note, id FROM motifs
        JOIN poems ON (place, word) = (motif_place, motif_word) ORDER BY 1, 2, 4
        """
      ) {
        stores.motifs.getAll().flatMap { motif in
          let (place, word) = motif.typedID.raw.parts
          return motif.poems.map {
            [place.value, word.value, motif.note.value, $0.typedID.raw.value]
          }
        }
      },
      AnthologyQuestion(
        "without a motif",
        "SELECT id FROM poems WHERE motif_place IS NULL OR motif_word IS NULL ORDER BY id"
      ) { without.wrappedValue.map { [$0.typedID.raw.value] } },
      AnthologyQuestion(
        "noted",
        """
        SELECT id FROM poems JOIN motifs ON (place, word) = (motif_place, motif_word)
        WHERE note = \(text) ORDER BY id
        """
      ) { noted.wrappedValue.map { [$0.typedID.raw.value] } },
      AnthologyQuestion(
        "named",
        """
        SELECT p.id FROM poems p JOIN anthologies a ON a.id = anthology_id
        WHERE a.name >= \(text) ORDER BY number DESC, p.id LIMIT 3
        """
      ) { named.wrappedValue.map { [$0.typedID.raw.value] } },
    ]
  }

  // MARK: Live selections and SQL

  static func selections(_ stores: AnthologyStores) -> [AnthologyQuestion] {
    let poems = stores.poems.query
    let labels = poems.select { ($0.title, $0.anthology.name.optional) }.live
    let titles = poems.select { $0.title }.distinct().live
    let repeated = poems.group { $0.title }.having { $0.count > 1 }
    return [
      AnthologyQuestion(
        "labels",
        """
        SELECT title, name FROM poems p LEFT JOIN anthologies a ON a.id = anthology_id
        ORDER BY p.id
        """
      ) { labels.wrappedValue.map { [$0.0.value, $0.1.value] } },
      AnthologyQuestion("different titles", "SELECT DISTINCT title FROM poems ORDER BY title") {
        titles.wrappedValue.map { [$0.value] }
      },
      AnthologyQuestion(
        "repeated titles",
        "SELECT title, count(*) FROM poems GROUP BY title HAVING count(*) > 1 ORDER BY title"
      ) { try repeated.count().map { [$0.key.value, $0.value.value] } },
    ]
  }

  static func statements(_ database: Database) throws -> [AnthologyQuestion] {
    let statements: [SQL] = [
      """
      SELECT a.id, count(p.id), max(title) FROM anthologies a
      LEFT JOIN poems p ON anthology_id = a.id GROUP BY a.id ORDER BY a.id
      """,
      """
      SELECT a.id, (SELECT count(*) FROM inclusions WHERE anthology_id = a.id),
        (SELECT count(*) FROM mentions WHERE anthology_id = a.id)
      FROM anthologies a ORDER BY a.id
      """,
    ]
    return try statements.enumerated().map { index, sql in
      let live = try database.live(sql: sql)
      return AnthologyQuestion("live SQL \(index)", sql) { live.wrappedValue.map(\.values) }
    }
  }
}
