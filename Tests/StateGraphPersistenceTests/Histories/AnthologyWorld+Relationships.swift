import StateGraphPersistence

// Edits of relationships. The expected members are those of an array or a set to which the same
// edit was applied.

extension AnthologyWorld {
  private func members(_ anthology: Anthology) throws -> [String] {
    try keys(
      "SELECT id FROM poems WHERE anthology_id = \(anthology.typedID.raw) ORDER BY id"
    )
  }

  private func mentions(_ anthology: Anthology) throws -> [String] {
    try keys(
      """
      SELECT poem_id FROM mentions WHERE anthology_id = \(anthology.typedID.raw) ORDER BY poem_id
      """
    )
  }

  private func selection(_ anthology: Anthology) throws -> [String] {
    try keys(
      """
      SELECT poem_id FROM inclusions WHERE anthology_id = \(anthology.typedID.raw)
      ORDER BY place, poem_id, id
      """
    )
  }

  /// Some poems that exist, chosen by a number. They may repeat.
  private func poems(_ number: Int) -> [Poem] {
    (0..<(number % 5)).compactMap { stores.poem(number / 5 + $0 * number) }
  }

  func perform(relationship step: AnthologyStep) {
    guard let anthology = stores.anthology(step.first), let poem = stores.poem(step.second) else {
      return
    }
    let (key, chosen) = (poem.typedID.raw, poems(step.third))
    var expected: Set<String> = []
    attempt(step) { _ in
      switch step.action {
      case .appendPoem:
        expected = Set(try members(anthology)).union([key])
        if step.third % 2 == 0 {
          anthology.poems.append(poem)
        } else {
          anthology.$poems.append(poem)
        }
      case .removePoem:
        expected = Set(try members(anthology)).subtracting([key])
        if step.third % 2 == 0 {
          anthology.poems.removeAll { $0 === poem }
        } else {
          anthology.$poems.remove(poem)
        }
      case .assignPoems:
        expected = Set(chosen.map(\.typedID.raw))
        anthology.poems = chosen
      case .mention:
        expected = Set(try mentions(anthology)).union([key])
        anthology.$mentioned.append(poem)
      case .forget:
        expected = Set(try mentions(anthology)).subtracting([key])
        anthology.$mentioned.remove(poem)
      default:
        expected = Set(chosen.map(\.typedID.raw))
        anthology.mentioned = chosen
      }
    } then: { _, _ in
      let isOfLinks = [.mention, .forget, .assignMentions].contains(step.action)
      let found = try isOfLinks ? mentions(anthology) : members(anthology)
      expect(Set(found) == expected, "\(step): \(found), not \(expected.sorted())")
    }
  }

  func perform(selection step: AnthologyStep) {
    guard let anthology = stores.anthology(step.first), let poem = stores.poem(step.second) else {
      return
    }
    var expected: [String] = []
    attempt(step) { _ in
      expected = try selection(anthology)
      edit(anthology, poem, step, &expected)
    } then: { _, _ in
      let found = try selection(anthology)
      expect(found == expected, "\(step): \(found), not \(expected)")
    }
  }

  private func edit(
    _ anthology: Anthology,
    _ poem: Poem,
    _ step: AnthologyStep,
    _ expected: inout [String]
  ) {
    let (key, count) = (poem.typedID.raw, expected.count)
    let chosen = poems(step.third)
    switch step.action {
    case .select:
      anthology.$selected.append(poem)
      expected.append(key)
    case .selectMany:
      anthology.selected += chosen
      expected += chosen.map(\.typedID.raw)
    case .insertSelected:
      anthology.$selected.insert(poem, at: step.third % (count + 1))
      expected.insert(key, at: step.third % (count + 1))
    case .removeSelected:
      anthology.$selected.remove(poem)
      expected.removeAll { $0 == key }
    case .exchangeSelected where count > 1:
      anthology.$selected.swapAt(step.second % count, step.third % count)
      expected.swapAt(step.second % count, step.third % count)
    case .assignSelected:
      anthology.selected = chosen
      expected = chosen.map(\.typedID.raw)
    default: break
    }
  }
}
