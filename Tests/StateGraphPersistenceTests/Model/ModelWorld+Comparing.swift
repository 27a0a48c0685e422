import StateGraphPersistence
import TestSupport

extension ModelWorld {
  func compareAfterStep() throws {
    for kind in Kind.allCases { try compareStore(kind.type, "after") }
    for (slot, kept) in held.sorted(by: { $0.key < $1.key }) {
      held[slot] = try compare(kept.entity, kept, slot)
    }
  }

  /// Compares inside a write. If SQLite has ended the transaction, there is nothing to compare.
  func compareInside() {
    guard database.isWriting, (try? database.rows("SELECT 1")) != nil else { return }
    do {
      for kind in Kind.allCases { try compareStore(kind.type, "inside") }
    } catch {
      problems.append("reading inside a write: \(error)")
    }
  }

  /// Compares on another thread, which must see the last commit whatever the open write contains.
  func compareFromOutside() {
    guard let oracle, database.isWriting else { return }
    let kept = held.filter { $0.value.status == .live }
    let seen = Recorder<(views: [View], held: [Int: [SQLiteValue]])>()
    do {
      let expected = try Kind.allCases.map { try View($0.type, in: oracle) }
      let (stores, entities) = (stores, kept.mapValues(\.entity))
      try withThread {
        let views = Kind.allCases.map { View($0.type, stores) }
        seen.record((views, entities.mapValues(\.image)))
      }
      for (kind, view) in zip(Kind.allCases, seen.elements[0].views) {
        expect(view == expected[kind.rawValue], "another thread sees an open write in \(kind)")
      }
      for (slot, image) in seen.elements[0].held {
        guard let kept = kept[slot] else { continue }
        let id = kept.kind.id(kept.number).value
        let row = expected[kept.kind.rawValue].rows.first { $0[0] == id }
        expect(row == image, "held[\(slot)] shows another thread what is not committed")
      }
    } catch {
      problems.append("reading on another thread: \(error)")
    }
  }

  /// The entities of a type and their relationships, as one thread sees them.
  private struct View: Equatable, Sendable {
    let rows: Rows
    /// For each relationship, the children by parent. Parents without children are missing.
    let children: [[SQLiteValue: [SQLiteValue]]]

    init<Element: Modelled>(_ type: Element.Type, _ stores: Stores) {
      let entities = Element.store(stores).getAll()
      rows = entities.map(\.image)
      children = Element.childSelections.indices.map { index in
        let pairs = entities.map { entity in
          (entity.rawID.value, entity.children[index].entities.map(\.rawID.value))
        }
        return Dictionary(pairs.filter { !$0.1.isEmpty }) { first, _ in first }
      }
    }

    init<Element: Modelled>(_ type: Element.Type, in oracle: Connection) throws {
      rows = try oracle.rows(Element.selection).map(\.values)
      children = try Element.childSelections.map { selection in
        let pairs = try oracle.rows(selection.sql).map(\.values)
        return Dictionary(grouping: pairs) { $0[0] }.mapValues { $0.map { $0[1] } }
      }
    }
  }

  private func compareStore<Element: Modelled>(_ type: Element.Type, _ place: String) throws {
    let store = Element.store(stores)
    let expected = try rows(Element.selection)
    let entities = store.getAll()
    let images = entities.map(\.image)
    expect(images == expected, "\(place): all \(type): \(images.script), not \(expected.script)")
    expect(store.count == expected.count, "\(place): the count of \(type)")
    for entity in entities {
      expect(store.get(by: entity.typedID) === entity, "\(place): \(entity.rawID) is two objects")
      if place == "after" { expect(!entity.isDeleted, "\(entity.rawID) is found, and deleted") }
    }
    for (index, selection) in Element.childSelections.enumerated() {
      let children = Dictionary(grouping: try rows(selection.sql)) { $0[0] }
      for entity in entities {
        let expected = children[entity.rawID.value]?.map { $0[1] } ?? []
        let found = entity.children[index].entities
        expect(
          found.map(\.rawID.value) == expected,
          "\(place): \(entity.rawID).\(selection.name): \(found.map(\.rawID)), not \(expected)"
        )
      }
    }
  }

  /// Checks a kept object against its row, and returns its new expected state.
  private func compare<Element: Modelled>(
    _ entity: Element,
    _ kept: Held,
    _ slot: Int
  ) throws -> Held {
    var kept = kept
    let id = kept.kind.id(kept.number)
    let name = "held[\(slot)] (\(kept.status) \(kept.kind) \(id))"
    let row = try rows(Element.selection).first { $0[0] == id.value }
    let isCurrent = Element.store(stores).get(by: .init(id)) === entity
    if isCurrent {
      expect(kept.status != .deleted, "\(name) was deleted, and is found again")
      expect(!entity.isDeleted, "\(name) is found, and deleted")
      expect(
        entity.image == row,
        "\(name) is \(entity.image.script), not \(row?.script ?? "there")"
      )
      kept.status = .live
      kept.image = entity.image
      return kept
    }
    let stands = additions.contains { $0.serial == kept.serial }
    let isReplaced = additions.contains { kept.isOfSameRow(as: $0) && $0.serial != kept.serial }
    switch kept.status {
    case .detached where !stands, .added where !stands:
      expect(!entity.isDeleted, "\(name) never had a row, and is deleted")
      if let image = kept.image {
        expect(entity.image == image, "\(name) is \(entity.image.script), not \(image.script)")
      }
      kept.status = .detached
    case .found where !entity.isDeleted && attemptedAdditions.contains(where: kept.isOfSameRow):
      // The object was found inside a rolled back write that had added it, so it is detached again.
      kept.status = .detached
    case .live where row != nil && !isReplaced && !(mayHaveDeleted && changeCount > 1):
      problems.append("\(name) has its row, and another object is found")
    default:
      expect(entity.isDeleted, "\(name) is not its row's object, and not deleted")
      if let image = kept.image, kept.status == .deleted || changeCount == 1 {
        expect(entity.image == image, "\(name) is gone, and its last values with it")
      }
      kept.status = .deleted
    }
    kept.image = entity.image
    return kept
  }
}
