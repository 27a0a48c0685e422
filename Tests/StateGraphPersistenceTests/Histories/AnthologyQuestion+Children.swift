import StateGraphPersistence
import TestSupport

extension AnthologyQuestion {
  /// Conditions, orders and selections that aggregate the rows of relationships.
  static func children(
    _ stores: AnthologyStores,
    _ random: inout SeededRandom
  ) -> [AnthologyQuestion] {
    let text = AnthologyPool.text(Int.random(in: 0..<100, using: &random))
    let anthologies = stores.anthologies.query
    return counts(anthologies) + numbers(anthologies) + conditions(anthologies, text)
  }

  private static func counts(_ anthologies: Query<Anthology>) -> [AnthologyQuestion] {
    [
      found(
        "two mentioned",
        """
        SELECT id FROM anthologies a WHERE (SELECT count(*) FROM mentions
          WHERE anthology_id = a.id) >= 2 ORDER BY id
        """,
        anthologies.where { $0.mentioned.count >= 2 }
      ),
      found(
        "by the selected",
        """
        SELECT id FROM anthologies a ORDER BY (SELECT count(*) FROM inclusions
          WHERE anthology_id = a.id) DESC, id
        """,
        anthologies.order { $0.selected.count.descending }
      ),
      found(
        "without poems",
        """
        SELECT id FROM anthologies a
        WHERE NOT EXISTS (SELECT 1 FROM poems WHERE anthology_id = a.id)
          OR NOT EXISTS (SELECT 1 FROM inclusions WHERE anthology_id = a.id) ORDER BY id
        """,
        anthologies.where { $0.poems.isEmpty || $0.selected.isEmpty }
      ),
    ]
  }

  private static func numbers(_ anthologies: Query<Anthology>) -> [AnthologyQuestion] {
    let extremes = anthologies.select {
      (
        $0.id, $0.poems.max { $0.number }, $0.poems.min { $0.title },
        $0.selected.distinctCount { $0.weight }
      )
    }.live
    let averages = anthologies.select { ($0.id, $0.selected.average { $0.weight }) }
    return [
      AnthologyQuestion(
        "extremes of the poems",
        """
        SELECT a.id, (SELECT max(number) FROM poems WHERE anthology_id = a.id),
          (SELECT min(title) FROM poems WHERE anthology_id = a.id),
          (SELECT count(DISTINCT weight) FROM inclusions JOIN poems p ON p.id = poem_id
            WHERE inclusions.anthology_id = a.id)
        FROM anthologies a ORDER BY a.id
        """
      ) {
        extremes.wrappedValue.map { [$0.0.raw.value, $0.1.value, $0.2.value, $0.3.value] }
      },
      AnthologyQuestion("average weight of the selected") {
        try averages.fetch().map { [$0.0.raw.value, $0.1.value] }
      } expected: { rows in
        try rows("SELECT id FROM anthologies ORDER BY id").map { row in
          let weights = try rows(
            """
            SELECT weight FROM inclusions JOIN poems ON poems.id = poem_id
            WHERE inclusions.anthology_id = \(row[0])
            """
          )
          return [row[0], ReferenceSum(weights.map { $0[0] }, isReal: true).average]
        }
      },
      AnthologyQuestion("sum of the numbers by poems") {
        try anthologies.select { ($0.id, $0.poems.where { $0.number < 100 }.sum { $0.number }) }
          .fetch().map { [$0.0.raw.value, $0.1.value] }
      } expected: { rows in
        var all: Rows = []
        for row in try rows("SELECT id FROM anthologies ORDER BY id") {
          let numbers = try rows(
            "SELECT number FROM poems WHERE anthology_id = \(row[0]) AND number < 100"
          )
          let sum = ReferenceSum(numbers.map { $0[0] }, isReal: false).sum
          if sum == .text("tooBig") { return [[sum]] }
          all.append([row[0], sum])
        }
        return all
      },
    ]
  }

  private static func conditions(
    _ anthologies: Query<Anthology>,
    _ text: String
  ) -> [AnthologyQuestion] {
    [
      found(
        "a selected title",
        """
        SELECT id FROM anthologies a WHERE EXISTS (SELECT 1 FROM inclusions i
          JOIN poems p ON p.id = poem_id WHERE i.anthology_id = a.id AND title = \(text))
        ORDER BY id
        """,
        anthologies.where { $0.selected.exists { $0.title == text } }
      ),
      found(
        "light poems",
        """
        SELECT id FROM anthologies a WHERE (SELECT max(weight) FROM poems
          WHERE anthology_id = a.id AND title <> \(text)) < 1.0 ORDER BY id
        """,
        anthologies.where { $0.poems.where { $0.title != text }.max { $0.weight } < 1 }
      ),
      found(
        "a motif of a mentioned poem",
        """
        SELECT id FROM anthologies a WHERE EXISTS (SELECT 1 FROM mentions m
          JOIN poems p ON p.id = poem_id JOIN motifs ON (place, word) = (motif_place, motif_word)
          WHERE m.anthology_id = a.id AND note >= \(text)) ORDER BY id
        """,
        anthologies.where { $0.mentioned.exists { $0.motif.note >= text } }
      ),
    ]
  }

  private static func found(
    _ name: String,
    _ sql: SQL,
    _ query: Query<Anthology>
  ) -> AnthologyQuestion {
    let live = query.live
    return AnthologyQuestion(name, sql) { live.wrappedValue.map { [$0.typedID.raw.value] } }
  }
}
