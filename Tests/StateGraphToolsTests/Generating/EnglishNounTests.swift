import Testing

@testable import StateGraphTools

@Suite("English nouns")
struct EnglishNounTests {
  private static let nouns: [(plural: String, singular: String)] = [
    ("sizes", "size"), ("prizes", "prize"), ("quizzes", "quiz"), ("waltzes", "waltz"),
    ("buzzes", "buzz"), ("caches", "cache"), ("niches", "niche"), ("matches", "match"),
    ("batches", "batch"), ("dishes", "dish"), ("boxes", "box"), ("axes", "axis"),
    ("analyses", "analysis"), ("crises", "crisis"), ("hypotheses", "hypothesis"),
    ("diagnoses", "diagnosis"), ("bases", "base"), ("databases", "database"), ("phases", "phase"),
    ("cases", "case"), ("courses", "course"), ("houses", "house"), ("clauses", "clause"),
    ("statuses", "status"), ("viruses", "virus"), ("bonuses", "bonus"), ("campuses", "campus"),
    ("classes", "class"), ("addresses", "address"), ("aliases", "alias"), ("lenses", "lens"),
    ("heroes", "hero"), ("shoes", "shoe"), ("coaches", "coach"), ("taxes", "tax"),
    ("uses", "use"), ("leaves", "leaf"), ("moves", "move"),
    ("categories", "category"), ("movies", "movie"), ("cookies", "cookie"), ("indices", "index"),
    ("criteria", "criterion"), ("people", "person"), ("data", "datum"), ("metrics", "metric"),
    ("topics", "topic"), ("stats", "stat"), ("games", "game"), ("pokemon", "pokemon"),
    ("series", "series"), ("species", "species"), ("physics", "physics"), ("news", "news"),
  ]

  @Test("the singular of a table's name", arguments: nouns)
  func singular(noun: (plural: String, singular: String)) {
    #expect(EnglishNoun.singular(noun.plural) == noun.singular)
    #expect(EnglishNoun.singular("game_" + noun.plural) == "game_" + noun.singular)
  }

  @Test("the singular of a singular is the same word", arguments: nouns)
  func unchanged(noun: (plural: String, singular: String)) {
    #expect(EnglishNoun.singular(noun.singular) == noun.singular)
  }

  @Test("a plural leads back to the singular", arguments: nouns)
  func plural(noun: (plural: String, singular: String)) {
    #expect(EnglishNoun.singular(EnglishNoun.plural(noun.singular)) == noun.singular)
    #expect(EnglishNoun.plural(noun.plural) == EnglishNoun.plural(noun.singular))
  }
}
