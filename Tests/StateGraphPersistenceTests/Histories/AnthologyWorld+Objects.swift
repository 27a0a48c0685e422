import StateGraphPersistence

/// An object that a history keeps alive.
struct HeldPoem {
  let poem: Poem
  /// Whether it was the object of its row at the end of an operation.
  var wasCommitted = false
  /// Whether it was deleted at the end of an operation.
  var wasDeleted = false
}

extension AnthologyWorld {
  /// Every row has one object, with the values of the row.
  func compareEntities() throws {
    let poems = stores.poems.getAll()
    let expected = try poemRows()
    let images = poems.map(\.image)
    expect(images == expected, "the poems are \(images.script), not \(expected.script)")
    expect(stores.poems.count == expected.count, "the count of the poems")
    for poem in poems {
      expect(stores.poems.get(by: poem.typedID) === poem, "\(poem.image.script) is two objects")
      if !database.isWriting { expect(!poem.isDeleted, "\(poem.image.script) is deleted") }
    }
  }

  /// Compares the kept objects. The object of a row does not depend on the objects that a history
  /// keeps alive.
  func compareHeld() {
    for (slot, kept) in held.sorted(by: { $0.key < $1.key }) {
      let poem = kept.poem
      let name = "held[\(slot)] (\(poem.typedID.raw))"
      if stores.poems.get(by: poem.typedID) === poem {
        expect(!kept.wasDeleted, "\(name) was deleted, and has a row again")
        expect(!poem.isDeleted, "\(name) has a row, and is deleted")
        held[slot]?.wasCommitted = true
      } else if kept.wasCommitted {
        expect(poem.isDeleted, "\(name) has no row, and is not deleted")
        held[slot]?.wasDeleted = true
      }
    }
  }

  func perform(object step: AnthologyStep) {
    let (slot, key) = (step.second % 4, AnthologyPool.poem(step.first))
    switch step.action {
    case .hold: if let poem = stores.poem(step.first) { keep(poem, slot) }
    case .drop: held[slot] = nil
    case .setHeld: held[slot]?.poem.title = AnthologyPool.text(step.third)
    case .addHeld: if let poem = held[slot]?.poem { stores.poems.add(poem) }
    case .add: add(step)
    case .delete: stores.poems.delete(.init(key))
    case .deleteAndAdd:
      attempt(step) { _ in
        self.stores.poems.delete(.init(key))
        self.add(step)
      }
    case .deleteAndAddHeld:
      guard let poem = held[slot]?.poem else { return }
      attempt(step) { _ in
        self.stores.poems.delete(poem.typedID)
        self.stores.poems.add(poem)
      }
    default: break
    }
  }

  /// Adds a new object, over the row of another one if there is one. It may be released at once.
  private func add(_ step: AnthologyStep) {
    let poem = Poem(
      id: AnthologyPool.poem(step.first),
      title: AnthologyPool.text(step.third),
      number: AnthologyPool.numbers[step.third % AnthologyPool.numbers.count],
      anthology: stores.anthology(step.second),
      motif: stores.motif(step.third)
    )
    if step.third % 3 == 0 { held[step.second % 4] = HeldPoem(poem: poem) }
    stores.poems.add(poem)
  }

  private func keep(_ poem: Poem, _ slot: Int) {
    held[slot] = held.values.first { $0.poem === poem } ?? HeldPoem(poem: poem)
  }
}
