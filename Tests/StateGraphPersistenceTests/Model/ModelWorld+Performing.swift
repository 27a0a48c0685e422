import StateGraphPersistence
import TestSupport

extension ModelWorld {
  func perform(_ operation: Operation) {
    switch operation {
    case .change(let change):
      changeCount += 1
      perform(change)
    case .write(let operations, let fails): write(operations, fails: fails)
    case .reopen, .observeAgain: break
    }
  }

  /// Runs a write. If it returns, the file has the rows of its end; if it throws, the file is
  /// unchanged.
  private func write(_ operations: [Operation], fails: Bool) {
    let before = try? dump()
    var atEnd: [Rows]?
    let mark = additions.count
    do {
      try database.write {
        for operation in operations { perform(operation) }
        atEnd = try? dump()
        if fails { throw Stop() }
      }
      expect(!fails, "a write whose closure threw returned")
      if let atEnd, let after = try? dump() {
        expect(atEnd == after, "a write returned, and the file is not as it left it")
      }
    } catch {
      additions.removeSubrange(min(mark, additions.count)...)
      expectHarmless(error)
      // Nil if SQLite has also ended the transaction of an enclosing write.
      if let before, let after = try? dump() {
        expect(before == after, "a write threw, and the file is not as before")
      }
    }
  }

  private func perform(_ change: Change) {
    switch change {
    case .add(let kind, let number, let text, let parents, let slot):
      add(kind.type, kind, number, text: text, parents: parents, slot: slot)
    case .set(let kind, let number, let property, let value):
      set(kind.type, kind.id(number), property, value)
    case .modify(let kind, let number, let property, let value):
      modify(kind.type, kind.id(number), property, value)
    case .delete(let kind, let number):
      mayHaveDeleted = true
      delete(kind.type, kind.id(number))
    case .hold(let kind, let number, let slot): hold(kind.type, kind, number, slot)
    case .drop(let slot): held[slot] = nil
    case .setHeld(let slot, let property, let value): setHeld(slot, property, value)
    case .addHeld(let slot):
      if let held = held[slot] { addHeld(held.entity, held) }
    case .sql, .undoneSavepoint: execute(change)
    case .look: compareInside()
    case .lookFromOutside: compareFromOutside()
    }
  }

  private func execute(_ change: Change) {
    mayHaveDeleted = true
    do {
      switch change {
      case .sql(let statement, let first, let second, let text):
        try database.execute(statement.sql(first, second, text: text))
      case .undoneSavepoint(let statement, let first, let second, let text)
      where database.isWriting:
        try database.execute("SAVEPOINT s")
        defer {
          _ = try? database.execute("ROLLBACK TO s")
          _ = try? database.execute("RELEASE s")
        }
        try database.execute(statement.sql(first, second, text: text))
      default: break
      }
    } catch {
      expectHarmless(error)
    }
  }

  private func set<Element: Modelled>(
    _ type: Element.Type,
    _ id: String,
    _ property: Int,
    _ value: Int
  ) {
    Element.store(stores).get(by: .init(id))?.set(property, value, stores)
  }

  private func modify<Element: Modelled>(
    _ type: Element.Type,
    _ id: String,
    _ property: Int,
    _ value: Int
  ) {
    Element.store(stores).modify(.init(id)) { $0.set(property, value, stores) }
  }

  private func delete<Element: Modelled>(_ type: Element.Type, _ id: String) {
    Element.store(stores).delete(.init(id))
  }

  private func hold<Element: Modelled>(
    _ type: Element.Type,
    _ kind: Kind,
    _ number: Int,
    _ slot: Int
  ) {
    guard let entity = Element.store(stores).get(by: .init(kind.id(number))) else { return }
    let known = held.values.first { $0.entity === entity }
    held[slot] =
      known
      ?? Held(
        kind: kind,
        number: number,
        entity: entity,
        serial: newSerial(),
        status: .found
      )
  }

  private func add<Element: Modelled>(
    _ type: Element.Type,
    _ kind: Kind,
    _ number: Int,
    text: Int,
    parents: [Int],
    slot: Int?
  ) {
    guard let entity = Element.make(kind.id(number), Texts[text], parents, stores) else { return }
    let addition = Addition(kind: kind, number: number, serial: newSerial())
    if let slot {
      held[slot] = Held(
        kind: kind,
        number: number,
        entity: entity,
        serial: addition.serial,
        status: .added,
        image: entity.image
      )
    }
    add(entity, addition)
  }

  private func add<Element: Modelled>(_ entity: Element, _ addition: Addition) {
    attemptedAdditions.append(addition)
    let failureCount = failures.elements.count
    Element.store(stores).add(entity)
    if failures.elements.count == failureCount { additions.append(addition) }
  }

  private func addHeld<Element: Modelled>(_ entity: Element, _ held: Held) {
    let addition = Addition(kind: held.kind, number: held.number, serial: held.serial)
    mayHaveDeleted = true
    add(entity, addition)
  }

  private func setHeld(_ slot: Int, _ property: Int, _ value: Int) {
    guard let kept = held[slot] else { return }
    kept.entity.set(property % kept.kind.propertyCount, value, stores)
    guard kept.status == .detached || kept.status == .added else { return }
    // The value of an attached object is in the file; the value of a detached object stays in the
    // object.
    let isAttached = additions.contains { $0.serial == kept.serial } || database.isWriting
    for (other, same) in held where same.serial == kept.serial {
      held[other]?.image = isAttached ? nil : kept.entity.image
    }
  }
}
