import StateGraphFormats

/// Records which parts of the mapping of one table no record has needed, to report them as perhaps
/// mistyped.
///
/// Shared by all readers of the table's records. Confined to the thread that runs the import.
final class MappingUse {
  /// A part of the mapping that is about one name.
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

  /// Notes that an input needs a part.
  func note(_ part: UnusedMapping.Part, _ name: String) {
    if !unused.isEmpty { unused[Entry(part: part, name: ExactName(name))] = nil }
  }

  /// Notes that an input has a record of the table.
  func noteRecord() { hasRecords = true }

  /// The unused parts, in the order of parts and names. Of a table without records, only the table
  /// itself is reported.
  ///
  /// - Parameter isWhole: Whether all inputs were read. If not, nothing is reported.
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
