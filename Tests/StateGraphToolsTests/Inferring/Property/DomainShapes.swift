import TestSupport

/// Generates inputs as people have them, with a known meaning.
///
/// `ShapeGenerator` makes names and values of every kind, of which only a few have a meaning that a
/// test could require. `DomainExpectation` states what the inference must find in these inputs.
struct DomainShapes {
  private var random: SeededRandom
  private var token = 0

  /// One of eight seeds stands for such an input.
  static func isChosen(seed: UInt64) -> Bool { seed % 8 == 3 }

  init(seed: UInt64) { random = SeededRandom(seed: seed) }

  mutating func records() -> [GeneratedRecord] {
    switch number(in: 0...2) {
    case 0: books()
    case 1: works()
    default: tables()
    }
  }

  private mutating func number(in range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &random)
  }

  private mutating func text(_ word: String) -> InputValue {
    token += 1
    return .text("\(word) \(token)")
  }

  /// Up to three of the numbers of a range, in a random order.
  private mutating func some(of range: ClosedRange<Int>) -> [Int] {
    Array(range.shuffled(using: &random).prefix(number(in: 0...3)))
  }

  private static func identified(_ id: Int, _ members: [InputMember]) -> [InputMember] {
    [InputMember("id", .integer(Int64(id)))] + members
  }

  private static func named(_ word: String, _ id: Int) -> [InputMember] {
    identified(id, [InputMember("name", .text("\(word) \(id)"))])
  }

  /// Books whose people have a role that varies with the book.
  private mutating func books() -> [GeneratedRecord] {
    (1...number(in: 2...5)).map { id in
      let people = some(of: 1...4).map { person in
        InputValue.object(Self.named("person", person) + [InputMember("role", text("role"))])
      }
      let members = [InputMember("title", text("title")), InputMember("people", .list(people))]
      return GeneratedRecord(file: "books.jsonl", members: Self.identified(id, members))
    }
  }

  /// Works that name subjects, and of each subject some of its parts.
  private mutating func works() -> [GeneratedRecord] {
    (1...number(in: 2...4)).map { id in
      let subjects = some(of: 1...3).map { subject in
        let parts = some(of: 4...6).map { InputValue.object(Self.named("part", $0)) }
        return InputValue.object(
          Self.named("subject", subject) + [InputMember("parts", .list(parts))]
        )
      }
      let members = [InputMember("title", text("title")), InputMember("subjects", .list(subjects))]
      return GeneratedRecord(file: "works.jsonl", members: Self.identified(id, members))
    }
  }

  /// CSV files with references by the last word of a table's name, booleans, and a table whose key
  /// has no telling name.
  private mutating func tables() -> [GeneratedRecord] {
    let rows = number(in: 3...7)
    var records: [GeneratedRecord] = []
    for target in ["pokemon_species", "item_pockets", "bag_pockets", "berry_firmness"] {
      for id in 1...rows {
        let members = Self.identified(id, [InputMember("label", text(target))])
        records.append(GeneratedRecord(file: target + ".csv", members: members))
      }
    }
    for (table, column) in [
      ("pokemon", "species_id"), ("item_categories", "pocket_id"), ("berries", "firmness_id"),
    ] {
      for id in 1...rows {
        let key = number(in: 1...rows + 1)
        let members = [
          InputMember(column, key > rows ? .null : .integer(Int64(key))),
          InputMember("is_default", .boolean(number(in: 0...1) == 0)),
        ]
        records.append(
          GeneratedRecord(file: table + ".csv", members: Self.identified(id, members))
        )
      }
    }
    for width in (10..<10 + rows).shuffled(using: &random) {
      let members = [
        InputMember("width", .integer(Int64(width))), InputMember("height", .integer(2)),
      ]
      records.append(GeneratedRecord(file: "sizes.csv", members: members))
    }
    return records
  }
}
