import StateGraphPersistence

// Statements of the library that change many rows. The expected rows are those from before, changed
// in the same way by Swift.

extension AnthologyWorld {
  func perform(bulk step: AnthologyStep) {
    switch step.action {
    case .updateMany: updateMany(step)
    case .deleteMany: deleteMany(step)
    case .upsertBySlug: upsertBySlug(step)
    default: insertMany(step)
    }
  }

  private func updateMany(_ step: AnthologyStep) {
    let (part, new) = (AnthologyPool.text(step.second), AnthologyPool.text(step.third))
    var count = 0
    attempt(step) { _ in
      let poems = stores.poems.query
      switch step.first % 3 {
      case 0:
        count = try poems.where { $0.title.hasPrefix(part) }.update {
          $0.set(\.title, to: new)
          $0.set(\.number, to: 5)
        }
      case 1:
        count = try poems.where { $0.title.contains(part) }.update { $0.set(\.anthology, to: nil) }
      default:
        count = try poems.order { ($0.number.descending, $0.id.ascending) }.limit(2).update {
          $0.set(\.weight, to: 0.5)
        }
      }
    } then: { before, after in
      var expected = before[0]
      let chosen: [Int]
      switch step.first % 3 {
      case 0: chosen = expected.indices.filter { expected[$0][1].begins(with: part) }
      case 1: chosen = expected.indices.filter { expected[$0][1].contains(part) }
      default:
        let keys = expected.sorted { $0[2].isGreater(than: $1[2]) }.prefix(2).map { $0[0] }
        chosen = expected.indices.filter { keys.contains(expected[$0][0]) }
      }
      for index in chosen {
        switch step.first % 3 {
        case 0: (expected[index][1], expected[index][2]) = (.text(new), .integer(5))
        case 1: expected[index][4] = .null
        default: expected[index][3] = .real(0.5)
        }
      }
      expect(count == chosen.count, "\(step) changed \(count) rows, not \(chosen.count)")
      expect(after[0] == expected, "\(step): \(after[0].script), not \(expected.script)")
    }
  }

  private func deleteMany(_ step: AnthologyStep) {
    let title = AnthologyPool.text(step.second)
    var count = 0
    attempt(step) { _ in
      count = try stores.poems.query.where { $0.title == title }.delete()
    } then: { before, after in
      let expected = before[0].filter { $0[1] != .text(title) }
      expect(after[0] == expected, "\(step): \(after[0].script), not \(expected.script)")
      expect(count == before[0].count - expected.count, "\(step) deleted \(count) rows")
    }
  }

  private func upsertBySlug(_ step: AnthologyStep) {
    let (slug, key) = (AnthologyPool.slug(step.second), AnthologyPool.anthology(step.first))
    let name = AnthologyPool.text(step.third)
    var found: Anthology?
    attempt(step) { _ in
      let new = Anthology(id: key, slug: slug, name: name)
      found = try stores.anthologies.upsert(new, onConflict: \.slug)
    } then: { before, after in
      let old = before[1].first { slug != nil && $0[1] == slug.value }
      let row = [old?[0] ?? .text(key), slug.value, .text(name)]
      let others = before[1].filter { $0[0] != row[0] }
      expect(after[1].filter { $0[0] != row[0] } == others, "\(step) changed another row")
      expect(after[1].contains(row), "\(step): \(after[1].script), without \([row].script)")
      expect(found?.typedID.raw.value == row[0], "\(step) returned another object")
    }
  }

  private func insertMany(_ step: AnthologyStep) {
    let keys = (0..<(step.second % 4)).map { AnthologyPool.poem(step.first + $0) }
    attempt(step) { _ in
      try stores.poems.insert(
        contentsOf: keys.map {
          Poem(
            id: .init($0),
            title: AnthologyPool.text(step.third),
            number: AnthologyPool.numbers[step.third % AnthologyPool.numbers.count],
            weight: AnthologyPool.weights[step.second % AnthologyPool.weights.count],
            anthology: stores.anthology(step.third)
          )
        }
      )
    } then: { before, after in
      expect(after[0].count == before[0].count + keys.count, "\(step): the number of the rows")
    }
  }

  // MARK: Another database

  /// Uses an entity of another database, whose key is that of a row of this one.
  func offerForeign(_ step: AnthologyStep) {
    guard let poem = stores.poem(step.second), let anthology = stores.anthology(step.third) else {
      return
    }
    let there = foreign
    do {
      let (before, countThere) = (try dump(), try there.count())
      var code: DatabaseError.Code?
      do {
        try database.write { try offer(step.first, there, poem, anthology) }
      } catch {
        code = (error as? DatabaseError)?.code
      }
      expect(code == .misuse, "\(step): an entity of another database gave \(code, default: "-")")
      expect(try dump() == before, "\(step): an entity of another database changed rows")
      expect(try there.count() == countThere, "\(step): the other database has changed")
    } catch {
      expectHarmless(error, "reading around \(step)")
    }
  }

  private func offer(
    _ number: Int,
    _ there: ForeignAnthologies,
    _ poem: Poem,
    _ anthology: Anthology
  ) throws {
    let poems = stores.poems.query
    switch number % 12 {
    case 0: poem.anthology = there.anthologies[0]
    case 1: poem.motif = there.motifs[0]
    case 2: anthology.$poems.append(there.poems[0])
    case 3: anthology.poems.append(there.poems[1])
    case 4: anthology.$selected.insert(there.poems[0], at: 0)
    case 5: anthology.mentioned = [there.poems[0], poem]
    case 6: try stores.poems.upsert(there.poems[0])
    case 7: _ = try poems.where { $0.anthology == there.anthologies[0] }.fetch()
    case 8: _ = try poems.where { $0.motif == there.motifs[0] }.fetchCount()
    case 9: try poems.update { $0.set(\.anthology, to: there.anthologies[0]) }
    case 10: try [poem, there.poems[0]].prefetch(.one(\.anthology))
    default:
      let new = Poem(id: "new", title: "", anthology: there.anthologies[0])
      try stores.poems.insert(new)
    }
  }
}

extension SQLiteValue {
  func begins(with part: String) -> Bool {
    guard case .text(let text) = self else { return false }
    return text.utf8.starts(with: part.utf8)
  }

  func ends(with part: String) -> Bool {
    guard case .text(let text) = self else { return false }
    return text.utf8.reversed().starts(with: part.utf8.reversed())
  }

  func contains(_ part: String) -> Bool {
    guard case .text(let text) = self else { return false }
    let (bytes, wanted) = (Array(text.utf8), Array(part.utf8))
    guard bytes.count >= wanted.count else { return false }
    return (0...(bytes.count - wanted.count)).contains { bytes[$0...].starts(with: wanted) }
  }

  /// Whether an integer is greater than another one. NULL is the least.
  fileprivate func isGreater(than other: SQLiteValue) -> Bool {
    switch (self, other) {
    case (.integer(let left), .integer(let right)): left > right
    case (.integer, .null): true
    default: false
    }
  }
}
