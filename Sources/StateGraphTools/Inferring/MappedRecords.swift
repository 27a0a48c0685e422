import StateGraphFormats
import StateGraphImport
import StateGraphSQLite

/// Applies a mapping to the records of an inference, so that the inference sees the names and
/// values that the import will store.
///
/// The mapping of a table applies to its records. It also applies to nested records under a member
/// with the name of the table or with its singular. For other members, the inference does not know
/// the table at this time.
struct MappedRecords {
  private let tables: [(name: String, conversion: TableConversion)]

  /// Prepares the mapping of each table.
  ///
  /// - Throws: An error if a date pattern or a separator of the mapping is invalid.
  init(_ mapping: ImportMapping) throws(ImportError) {
    var tables: [(name: String, conversion: TableConversion)] = []
    for (name, table) in mapping.tables.sorted(by: { $0.key < $1.key }) {
      tables.append((name, try TableConversion(name, mapping: table)))
    }
    self.tables = tables
  }

  /// Returns whether the mapping has rules for the records of the table `name`.
  func hasTable(_ name: String) -> Bool { conversion([name]) != nil }

  /// Returns whether the mapping of a table has a rule for a name in the inputs.
  func hasRule(for name: String, inTable table: String) -> Bool {
    conversion([table])?.hasRule(for: name) == true
  }

  /// Returns a JSON record with the names and values that the import stores.
  func mapped(
    _ record: JSONValue,
    of table: String,
    in file: String
  ) throws(ImportError) -> JSONValue {
    try mapped(record, named: [table], in: file)
  }

  /// Returns a CSV record with the names and values that the import stores.
  ///
  /// - Parameters:
  ///   - fields: The fields of the record as members. A field that means NULL has the value null.
  ///   - quoted: One element for each field: whether the field is in quotes.
  func mapped(
    _ fields: [JSONMember],
    quoted: [Bool],
    of table: String,
    at place: TextPlace,
    in file: String
  ) throws(ImportError) -> JSONValue {
    guard let conversion = conversion([table]) else { return JSONValue(.object(fields), at: place) }
    var members: [JSONMember] = []
    for (field, isQuoted) in zip(fields, quoted) {
      members += try conversion.members(for: field, isQuoted: isQuoted, in: file)
    }
    conversion.addConstants(to: &members, at: place)
    return JSONValue(.object(members), at: place)
  }

  private func conversion(_ names: [String]) -> TableConversion? {
    for name in names {
      if let found = tables.first(where: { $0.name.isSameName(as: name) }) {
        return found.conversion
      }
    }
    return nil
  }

  private func mapped(
    _ value: JSONValue,
    named names: [String],
    in file: String
  ) throws(ImportError) -> JSONValue {
    if case .array(let elements) = value.content {
      var mapped: [JSONValue] = []
      for element in elements { mapped.append(try self.mapped(element, named: names, in: file)) }
      return JSONValue(.array(mapped), at: value.place)
    }
    guard var members = value.members else { return value }
    if let conversion = conversion(names), !members.isEmpty {
      conversion.lift(in: &members)
      var converted: [JSONMember] = []
      for member in members {
        converted += try conversion.members(for: member, isQuoted: false, in: file)
      }
      conversion.addConstants(to: &converted, at: value.place)
      members = converted
    }
    var result: [JSONMember] = []
    for member in members {
      let name = FoldedName.snakeCase(member.key)
      let value = try mapped(member.value, named: [name, EnglishNoun.plural(name)], in: file)
      result.append(JSONMember(key: member.key, keyPlace: member.keyPlace, value: value))
    }
    return JSONValue(.object(result), at: value.place)
  }
}
