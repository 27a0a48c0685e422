import StateGraphFormats

/// Which parts of the mapping of one table no input has had anything for so far.
///
/// Shared by all that reads records of the table, on the thread of the import.
final class MappingUse {
  /// What is said of one name.
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

  func add(_ part: UnusedMapping.Part, _ name: String, at place: InputPlace?) {
    unused[Entry(part: part, name: ExactName(name))] = .some(place)
  }

  /// Something in an input is what the mapping speaks of.
  func note(_ part: UnusedMapping.Part, _ name: String) {
    if !unused.isEmpty { unused[Entry(part: part, name: ExactName(name))] = nil }
  }

  /// There is a record of the table.
  func noteRecord() { hasRecords = true }

  /// In the order of parts and names. A table without records is one thing to say, and not many.
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
