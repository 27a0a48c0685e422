import StateGraphPersistence

/// Makes the books of the first start. A book depends on its number and on the seed only, so that
/// making it twice gives the same book.
struct Generator {
  let seed: UInt64

  private static let adjectives = [
    "Silent", "Hidden", "Golden", "Winter", "Distant", "Broken", "Crimson", "Patient", "Northern",
    "Forgotten", "Secret", "Burning", "Quiet", "Last", "Second", "Paper", "Glass", "Salt", "Iron",
    "Wandering", "Invisible", "Honest", "Restless", "Early", "Slow", "Borrowed", "Common", "Blue",
  ]
  private static let nouns = [
    "Garden", "River", "House", "Letter", "Island", "Machine", "Orchard", "Shadow", "Harbour",
    "Library", "Mountain", "Promise", "Journey", "Kingdom", "Mirror", "Season", "Station",
    "Teacher", "Voyage", "Window", "Bridge", "Clock", "Daughter", "Empire", "Forest", "Kitchen",
    "Lantern", "Meadow", "Night", "Ocean", "Painter", "Question", "Stranger", "Tower", "Valley",
  ]
  private static let places = [
    "Lisbon", "Vienna", "the North", "Samarkand", "Dublin", "the Marshes", "Kyoto", "Tangier",
    "Naples", "the Lakes", "Bergen", "Cairo", "the Border", "Prague", "Havana", "Leeds", "the Sea",
    "Riga", "Odessa", "the Old Town", "Valparaíso", "Tartu", "Ghent", "the Islands",
  ]
  private static let givenNames = [
    "Ada", "Amara", "Bruno", "Clara", "Daniel", "Elif", "Emil", "Farah", "Greta", "Hugo", "Ines",
    "Ivo", "Jana", "Kofi", "Lena", "Malik", "Mira", "Noor", "Olga", "Pablo", "Rosa", "Samuel",
    "Tove", "Ulla", "Viktor", "Wanda", "Yusuf", "Zora", "Anselm", "Beatriz", "Cyril", "Dagny",
  ]
  private static let familyNames = [
    "Achterberg", "Baptiste", "Castellano", "Dvořák", "Eriksen", "Fontaine", "Grünwald", "Haddad",
    "Ivanova", "Jansen", "Kowalski", "Lindqvist", "Moreau", "Nakamura", "Okafor", "Petrov",
    "Quiroga", "Rosenthal", "Sørensen", "Tanaka", "Ünal", "Vasquez", "Whitlock", "Yılmaz", "Zeller",
    "Abernathy", "Bianchi", "Cortez", "Delacroix", "Eastwood", "Falk", "Garrido", "Holm", "Ibsen",
    "Jovanović", "Keller", "Laurent", "Marchetti", "Novak", "Olsen",
  ]
  static let tagNames = [
    "fiction", "history", "poetry", "travel", "science", "essays", "mystery", "biography",
    "children", "philosophy", "cookery", "letters", "drama", "nature", "music", "art", "memoir",
    "satire", "adventure", "romance", "politics", "economics", "mathematics", "gardening",
  ]

  /// Makes the authors and the tags.
  func makeNames(in database: Database) throws {
    let authors = Self.givenNames.flatMap { given in Self.familyNames.map { "\(given) \($0)" } }
    for (names, insertion) in [
      (authors, "INSERT OR IGNORE INTO authors (id, name)" as SQL),
      (Self.tagNames, "INSERT OR IGNORE INTO tags (id, name)"),
    ] {
      let json = "[" + names.map { "\"\($0)\"" }.joined(separator: ",") + "]"
      try database.execute("\(insertion) SELECT key + 1, value FROM json_each(\(json))")
    }
  }

  /// Makes the books with the numbers of a range.
  func makeBooks(_ numbers: Range<Int>, in database: Database) throws {
    let json = "[" + numbers.map(row).joined(separator: ",") + "]"
    try database.execute(
      """
      INSERT OR IGNORE INTO books (id, title, author_id, year)
      SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'),
        json_extract(value, '$[2]'), json_extract(value, '$[3]')
      FROM json_each(\(json))
      """
    )
    try database.execute(
      """
      INSERT OR IGNORE INTO book_tags (book_id, tag_id, position)
      SELECT json_extract(book.value, '$[0]'), tag.value, tag.key
      FROM json_each(\(json)) AS book, json_each(book.value, '$[4]') AS tag
      """
    )
  }

  /// The book with a number, as a JSON array of its columns and its tags.
  private func row(_ number: Int) -> String {
    // Another factor than that of the generator, or neighbours would share their numbers.
    var random = SplitMix64(state: seed &+ UInt64(number) &* 0xD1B5_4A32_D192_ED03)
    let author = Int.random(
      in: 1...(Self.givenNames.count * Self.familyNames.count),
      using: &random
    )
    // More books are from later years.
    let age = abs(
      Double.random(in: -1..<1, using: &random) * 0.5
        + Double.random(in: -0.5..<0.5, using: &random)
    )
    let year = 2_025 - Int(age * 175)
    var tags: [Int] = []
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      let tag = Int.random(in: 1...Self.tagNames.count, using: &random)
      if !tags.contains(tag) { tags.append(tag) }
    }
    return "[\(number),\"\(title(&random))\",\(author),\(year),\(tags)]"
  }

  private func title(_ random: inout SplitMix64) -> String {
    func any(_ words: [String]) -> String { words[Int.random(in: 0..<words.count, using: &random)] }
    let (adjective, noun) = (any(Self.adjectives), any(Self.nouns))
    let (other, place) = (any(Self.nouns), any(Self.places))
    switch Int.random(in: 0..<8, using: &random) {
    case 0: return "The \(noun) of \(place)"
    case 1, 2: return "A \(adjective) \(noun) in \(place)"
    case 3, 4: return "The \(noun) and the \(adjective) \(other)"
    case 5: return "\(adjective) \(noun), \(any(Self.adjectives)) \(other)"
    default: return "The \(adjective) \(noun) of \(place)"
    }
  }
}

/// A generator of random numbers that gives the same numbers for the same seed.
struct SplitMix64: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}
