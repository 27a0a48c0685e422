import ImportTestSupport
import StateGraphImport
import StateGraphSQLite
import StateGraphTools

/// What the inference must find in the inputs of `DomainShapes`, computed from their records.
///
/// The records of other inputs, and those of a shrunk input, may have nothing to find.
struct DomainExpectation {
  let records: [GeneratedRecord]

  /// Returns the first thing that the inference has not found, or nil.
  func problem(_ scene: InferenceScene, _ database: ImportScene, _ report: ImportReport) throws
    -> String?
  {
    if report.conflicts.contains(where: { $0.columns.contains("role") }) {
      return "the member role varies with the link, and is a member of the element"
    }
    if hasDifferentParts, !scene.schema.warnings.contains(where: { $0.contains("different parts") })
    {
      return "no warning says that records name different parts of one tree"
    }
    if !lists("sizes").isEmpty, try scene.read("sizes").primaryKey != ["content_key"] {
      return "a measurement is the key"
    }
    let first = scene.schema.sql.split(separator: "\n").first ?? ""
    if tables.count > 5, tables.filter({ first.contains($0 + ".csv") }).count > 5 {
      return "the header names all files"
    }
    return try missingReference(scene) ?? textForBoolean(in: database)
  }

  private var tables: [String] {
    records.map(\.table).reduce(into: []) { names, name in
      if !names.contains(name) { names.append(name) }
    }
  }

  private func lists(_ table: String) -> [[InputMember]] {
    records.filter { $0.table == table }.map(\.members)
  }

  private static func value(_ name: String, of members: [InputMember]) -> String? {
    guard let value = members.first(where: { $0.name == name })?.value, value.isScalar else {
      return nil
    }
    return value.json
  }

  // MARK: - Trees

  /// Whether two works contain a subject with different parts.
  private var hasDifferentParts: Bool {
    var parts: [String: Set<String>] = [:]
    for members in lists("works") {
      for subject in Self.elements("subjects", of: members) {
        guard let id = Self.value("id", of: subject), subject.count > 1 else { continue }
        let names = Set(Self.elements("parts", of: subject).compactMap { Self.value("id", of: $0) })
        if let other = parts.updateValue(names, forKey: id), other != names { return true }
      }
    }
    return false
  }

  private static func elements(_ name: String, of members: [InputMember]) -> [[InputMember]] {
    guard case .list(let elements)? = members.first(where: { $0.name == name })?.value else {
      return []
    }
    return elements.compactMap { element in
      guard case .object(let members) = element else { return nil }
      return members
    }
  }

  // MARK: - Tables

  private static let targets = [
    "species_id": ["pokemon_species"], "pocket_id": ["item_pockets", "bag_pockets"],
    "firmness_id": ["berry_firmness"],
  ]

  /// The inference finds a reference by the last word of a table's name if every value exists
  /// there. If several tables match, it chooses the table whose name begins like that of the
  /// referring table.
  private func missingReference(_ scene: InferenceScene) throws -> String? {
    for table in tables {
      for (column, names) in Self.targets {
        let values = Set(lists(table).compactMap { Self.value(column, of: $0) })
        let matches = names.filter { name in
          let keys = lists(name).compactMap { Self.value("id", of: $0) }
          return !values.isEmpty && keys.count > 1 && Set(keys).count == lists(name).count
            && values.isSubset(of: keys)
        }
        let family = matches.filter { $0.prefix { $0 != "_" } == table.prefix { $0 != "_" } }
        let chosen = family.count == 1 ? family : matches
        guard chosen.count == 1 else { continue }
        let expected = "\(column)>\(chosen[0])(id)"
        if try !scene.references(table).contains(expected) {
          return "\(table) has no reference \(expected)"
        }
      }
    }
    return nil
  }

  private func textForBoolean(in database: ImportScene) throws -> String? {
    for table in tables {
      let flags = lists(table).compactMap { members in
        members.first { $0.name == "is_default" }?.value
      }
      guard !flags.isEmpty, flags.allSatisfy({ ["true", "false"].contains($0.json) }) else {
        continue
      }
      let texts = try database.rows(
        "SELECT 1 FROM \(table: table) WHERE typeof(is_default) = 'text' LIMIT 1"
      )
      if !texts.isEmpty { return "\(table) stores true and false as texts" }
    }
    return nil
  }
}
