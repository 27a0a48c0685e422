import StateGraphFormats

/// Records which rules of one table's column mapping the import has used.
///
/// The import reports unused rules at the end, because their names may be mistyped. All readers of
/// the table's records share one object. Only the thread that runs the import uses the object.
final class MappingUse {
  /// One rule of the mapping, such as the new name for the field `Titel`.
  private struct Entry: Hashable {
    let part: UnusedMapping.Part
    let name: ExactName
  }

  private let table: String
  private let tablePlace: InputPlace?
  private var unused: [Entry: InputPlace?] = [:]
  private var hasRecords = false

  init(_ table: String, at place: InputPlace? = nil) {
    self.table = table
    tablePlace = place
  }

  func add(_ part: UnusedMapping.Part, name: String, at place: InputPlace?) {
    unused[Entry(part: part, name: ExactName(name))] = .some(place)
  }

  /// Marks a rule of the mapping as used, so that `report` omits the rule.
  func note(_ part: UnusedMapping.Part, name: String) {
    if !unused.isEmpty { unused[Entry(part: part, name: ExactName(name))] = nil }
  }

  /// Marks the mapping of the table as used. Call this for each record of the table.
  func noteRecord() { hasRecords = true }

  /// Returns the unused rules, sorted by kind and name.
  ///
  /// If the inputs contain no record of the table, returns a single element for the whole table.
  ///
  /// - Parameter isWhole: Whether this run has read all inputs. If false, the result is empty,
  ///   because an earlier run may have used the rules.
  func report(isWhole: Bool) -> [UnusedMapping] {
    guard isWhole else { return [] }
    guard hasRecords else {
      return [UnusedMapping(table: table, part: .table, name: table, place: tablePlace)]
    }
    return unused.map { entry, place in
      UnusedMapping(table: table, part: entry.part, name: entry.name.text, place: place)
    }.sorted { $0.key.lexicographicallyPrecedes($1.key) }
  }
}
