import StateGraphPersistence

extension AnthologyWorld {
  func perform(_ operation: AnthologyOperation) {
    switch operation {
    case .step(let step): perform(step)
    case .write(let operations, let isUndone): write(operations, isUndone: isUndone)
    case .reopen: break
    }
  }

  /// The file is as the write left it, or as before if the write threw.
  private func write(_ operations: [AnthologyOperation], isUndone: Bool) {
    let before = try? dump()
    var atEnd: [Rows]?
    do {
      try database.write {
        for operation in operations { perform(operation) }
        atEnd = try? dump()
        if isUndone { throw Undone() }
      }
      expect(!isUndone, "a write whose closure threw returned")
      if let atEnd, let after = try? dump() {
        expect(atEnd == after, "a write returned, and the file is not as it left it")
      }
    } catch {
      expectHarmless(error, "a write")
      // SQLite may also have ended the transaction around this write.
      if let before, let after = try? dump() {
        expect(before == after, "a write threw, and the file is not as before")
      }
    }
  }

  /// Runs an edit in a write of its own. If it fails, it must change nothing.
  ///
  /// - Parameters:
  ///   - edit: Receives all rows before the edit.
  ///   - then: Called with all rows before and after an edit that succeeded.
  func attempt(
    _ step: AnthologyStep,
    _ edit: ([Rows]) throws -> Void,
    then: ([Rows], [Rows]) throws -> Void = { _, _ in }
  ) {
    do {
      let before = try dump()
      do {
        try database.write { try edit(before) }
      } catch {
        expectHarmless(error, "\(step)")
        try expect(dump() == before, "\(step) failed, and has changed rows")
        return
      }
      try then(before, dump())
    } catch {
      expectHarmless(error, "reading around \(step)")
    }
  }

  private func perform(_ step: AnthologyStep) {
    switch step.action {
    case .setTitle, .setNumber, .setWeight, .setAnthology, .setMotif, .setName, .setNaN:
      set(step)
    case .hold, .drop, .setHeld, .addHeld, .add, .delete, .deleteAndAdd, .deleteAndAddHeld:
      perform(object: step)
    case .appendPoem, .removePoem, .assignPoems, .mention, .forget, .assignMentions:
      perform(relationship: step)
    case .select, .selectMany, .insertSelected, .removeSelected, .exchangeSelected,
      .assignSelected:
      perform(selection: step)
    case .updateMany, .deleteMany, .upsertBySlug, .insertMany: perform(bulk: step)
    case .statement, .undoneStatement, .otherProgram: perform(sql: step)
    case .offerForeign: offerForeign(step)
    case .look: compareInside()
    }
  }

  private func set(_ step: AnthologyStep) {
    if step.action == .setName {
      stores.anthology(step.first)?.name = AnthologyPool.text(step.second)
      return
    }
    guard let poem = stores.poem(step.first) else { return }
    switch step.action {
    case .setTitle: poem.title = AnthologyPool.text(step.second)
    case .setNumber:
      poem.number = AnthologyPool.numbers[step.second % AnthologyPool.numbers.count]
    case .setWeight:
      poem.weight = AnthologyPool.weights[step.second % AnthologyPool.weights.count]
    case .setAnthology: poem.anthology = step.third % 3 == 0 ? nil : stores.anthology(step.second)
    case .setMotif: poem.motif = step.third % 3 == 0 ? nil : stores.motif(step.second)
    default: refuseNaN(step, poem)
    }
  }

  /// A property that may be nil stores a NaN neither as NULL nor as a number.
  private func refuseNaN(_ step: AnthologyStep, _ poem: Poem) {
    attempt(step) { _ in
      poem.weight = .nan
    } then: { before, after in
      self.expect(before == after, "a NaN was stored")
    }
  }

  private func perform(sql step: AnthologyStep) {
    let sql = AnthologyStatements.sql(step)
    do {
      switch step.action {
      case .statement: try database.execute(sql)
      case .undoneStatement where database.isWriting:
        try database.execute("SAVEPOINT s")
        defer {
          _ = try? database.execute("ROLLBACK TO s")
          _ = try? database.execute("RELEASE s")
        }
        try database.execute(sql)
      case .otherProgram where !database.isWriting:
        defer { _ = try? database.catchUp() }
        try other.execute(sql)
      default: break
      }
    } catch {
      expectHarmless(error, "\(step)")
    }
  }
}

/// Statements that entities and live results follow without having made them.
enum AnthologyStatements {
  static func sql(_ step: AnthologyStep) -> SQL {
    let (poem, anthology) = (
      AnthologyPool.poem(step.second), AnthologyPool.anthology(step.third)
    )
    let text = AnthologyPool.text(step.third)
    let motif = AnthologyPool.motif(step.third)
    let statements: [SQL] = [
      "UPDATE poems SET title = \(text) WHERE id = \(poem)",
      "UPDATE poems SET title = 'cafe' || char(769) WHERE title = 'caf' || char(233)",
      "UPDATE poems SET title = 'caf' || char(233) WHERE title = 'cafe' || char(769)",
      "UPDATE OR IGNORE poems SET id = 'p3' WHERE id = \(poem)",
      "INSERT OR REPLACE INTO poems (id, title) VALUES (\(poem), \(text))",
      "UPDATE poems SET number = number + 1, weight = weight + 0.5",
      "UPDATE poems SET anthology_id = \(anthology) WHERE id = \(poem)",
      "UPDATE poems SET motif_word = NULL WHERE id = \(poem)",
      """
      UPDATE poems SET (motif_place, motif_word) = (\(Int64(motif.place)), \(motif.word))
      WHERE id = \(poem)
      """,
      "INSERT OR IGNORE INTO motifs VALUES (\(Int64(motif.place)), \(motif.word), \(text))",
      "UPDATE motifs SET note = \(text)", "DELETE FROM motifs WHERE word = \(motif.word)",
      "UPDATE OR IGNORE motifs SET place = 1 - place",
      "INSERT INTO inclusions (anthology_id, poem_id, place) VALUES (\(anthology), \(poem), 3)",
      "UPDATE inclusions SET place = place + 1", "UPDATE inclusions SET place = NULL",
      "UPDATE inclusions SET poem_id = \(poem) WHERE anthology_id = \(anthology)",
      "DELETE FROM inclusions WHERE poem_id = \(poem)",
      "INSERT OR IGNORE INTO mentions VALUES (\(anthology), \(poem))",
      "UPDATE OR IGNORE mentions SET poem_id = \(poem)",
      "DELETE FROM anthologies WHERE id = \(anthology)",
      "INSERT OR IGNORE INTO anthologies (id, name) VALUES (\(anthology), \(text))",
      "UPDATE anthologies SET slug = NULL, name = \(text) WHERE id = \(anthology)",
      "DELETE FROM poems WHERE title = \(text)",
    ]
    return statements[step.first % statements.count]
  }
}
