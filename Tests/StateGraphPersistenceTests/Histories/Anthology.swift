import StateGraphPersistence

/// A row with one-to-many and many-to-many relationships, with and without an order.
@Entity(id: String.self, table: "anthologies")
final class Anthology {
  @GraphStored @Column(.unique) var slug: String?
  @GraphStored var name: String
  @GraphComputed(inverse: \Poem.anthology) var poems: [Poem]
  @GraphComputed(through: Inclusion.self, order: \Inclusion.place) var selected: [Poem]
  @GraphComputed(through: Mention.self) var mentioned: [Poem]
}

@Entity(id: String.self, table: "poems")
final class Poem {
  @GraphStored var title: String
  @GraphStored var number: Int?
  @GraphStored var weight: Double?
  @GraphStored @Column(.onDelete(.nullify)) var anthology: Anthology?
  @GraphStored @Column(columns: "motif_place", "motif_word", options: .onDelete(.nullify))
  var motif: Motif?
}

@Entity(id: CompositeKey<Int, String>.self, table: "motifs", key: "place", "word")
final class Motif {
  @GraphStored var note: String
  @GraphComputed(inverse: \Poem.motif) var poems: [Poem]
}

/// A link with a key of its own, so that an anthology may select a poem twice.
@Entity(id: Int.self, keys: .database, table: "inclusions")
final class Inclusion {
  @GraphStored @Column(.onDelete(.cascade)) var anthology: Anthology
  @GraphStored @Column(.onDelete(.cascade)) var poem: Poem
  @GraphStored var place: Int?
}

/// A link whose key consists of its references.
@Entity(id: CompositeKey<String, String>.self, table: "mentions", key: "anthology_id", "poem_id")
final class Mention {
  @GraphStored @Column(.onDelete(.cascade)) var anthology: Anthology
  @GraphStored @Column(.onDelete(.cascade)) var poem: Poem
}

/// The stores of one open database.
struct AnthologyStores: Sendable {
  let anthologies: EntityStore<Anthology>
  let poems: EntityStore<Poem>
  let motifs: EntityStore<Motif>

  init(_ database: Database) throws {
    (anthologies, poems) = (try EntityStore(database), try EntityStore(database))
    motifs = try EntityStore(database)
    _ = (try EntityStore<Inclusion>(database), try EntityStore<Mention>(database))
  }

  func anthology(_ number: Int) -> Anthology? {
    anthologies.get(by: .init(AnthologyPool.anthology(number)))
  }

  func poem(_ number: Int) -> Poem? { poems.get(by: .init(AnthologyPool.poem(number))) }

  func motif(_ number: Int) -> Motif? {
    let (place, word) = AnthologyPool.motif(number)
    return motifs.get(by: .init(CompositeKey(place, word)))
  }
}

extension Poem {
  /// The values of the properties, in the order of ``AnthologyWorld/poemColumns``.
  var image: [SQLiteValue] {
    [
      typedID.raw.value, title.value, number.value, weight.value,
      (anthology?.typedID.raw).value, (motif?.typedID.raw.parts.0).value,
      (motif?.typedID.raw.parts.1).value,
    ]
  }
}

/// The few keys and values of a history, so that its operations often concern the same row.
enum AnthologyPool {
  static let texts = [
    "caf\u{e9}", "cafe\u{301}", "cafe", "", "\u{e9}", "e\u{301}", "\u{301}", "CAF\u{c9}", "a\0b",
  ]
  static let patterns = ["caf_", "%\u{e9}", "%\u{301}%", "e%", "%", "_"]
  static let numbers: [Int?] = [
    nil, 0, 1, -1, 7, .max, .min, .max - 1, .min + 1, 1 << 53, (1 << 53) + 1,
  ]
  /// All of these are multiples of 2 to the power of -60, so that `ReferenceSum` can add them.
  static let weights: [Double?] = [nil, -0.0, 0.1, 0.2, -0.3, 1e16, -1e16, 1, 0.5, 3]
  static let anthologyCount = 4
  static let poemCount = 10
  static let motifCount = 4

  static func anthology(_ number: Int) -> String {
    ["a", "b", "\u{e9}", "e\u{301}"][number % anthologyCount]
  }
  static func poem(_ number: Int) -> String { "p\(number % poemCount)" }
  static func motif(_ number: Int) -> (place: Int, word: String) {
    (number % motifCount / 2, ["\u{e9}", "e\u{301}"][number % 2])
  }
  static func slug(_ number: Int) -> String? { [nil, "s", "\u{e9}", "e\u{301}"][number % 4] }
  static func text(_ number: Int) -> String { texts[number % texts.count] }
}
