package import StateGraphFormats

/// Applies the mapping of one table to records, without knowing the columns of the table.
///
/// The code that infers a schema from files uses this type, because the table does not exist yet.
/// The values are the same as in an import with the same mapping.
package struct TableConversion {
  private let table: String
  private let mapping: TableMapping
  private let dates: [[UInt8]: DateConversion]
  private let nullSpellings: [[UInt8]: [String]]
  private let values: [[UInt8]: [String: MappedConstant]]
  private let paths: [MemberPath]

  /// Creates the conversion of a table's records.
  ///
  /// - Throws: An error if the pattern of a date or the separator of a split is invalid.
  package init(_ table: String, mapping: TableMapping) throws(ImportError) {
    (self.table, self.mapping) = (table, mapping)
    var dates: [[UInt8]: DateConversion] = [:]
    for (column, date) in mapping.dates {
      do {
        dates[Self.key(column)] = DateConversion(reader: try DateReader(date.from), form: date.to)
      } catch {
        throw .invalidMapping(error.message, remedy: DatePatternProblem.remedy, place: nil)
      }
    }
    self.dates = dates
    nullSpellings = Dictionary(
      mapping.nullSpellings.map { (Self.key($0.key), $0.value) },
      uniquingKeysWith: { first, _ in first }
    )
    values = Dictionary(
      mapping.values.map { (Self.key($0.key), $0.value) },
      uniquingKeysWith: { first, _ in first }
    )
    let names = Array(mapping.renames.keys) + Array(mapping.ignored) + Array(mapping.splits.keys)
    paths = names.sorted().compactMap { MemberPath($0) }
    guard mapping.splits.values.allSatisfy({ !$0.separator.isEmpty }) else {
      throw .invalidMapping(
        "the separator of a split is empty",
        remedy: "Give a separator",
        place: nil
      )
    }
  }

  /// Returns the bytes by which the names of columns are compared.
  ///
  /// Two names are equal if they are equal in snake case, as in an import.
  private static func key(_ column: String) -> [UInt8] {
    FoldedName.key(FoldedName.snakeCase(column))
  }

  /// Moves the members to the top of a record to which paths in the mapping lead, such as
  /// `properties.mag`.
  package func lift(in members: inout [JSONMember]) {
    for path in paths { path.lift(in: &members) }
  }

  /// Returns whether a rule of the mapping renames, splits or ignores a name in the inputs.
  package func hasRule(for name: String) -> Bool {
    let names = Array(mapping.renames.keys) + mapping.splits.keys + mapping.ignored
    return names.containsExactly(name)
  }

  /// Returns the members that replace a member of a record.
  ///
  /// - Parameters:
  ///   - member: The name and the value in the input.
  ///   - isQuoted: Whether the value is a CSV field in quotes, which never means NULL.
  ///   - file: The name of the input, for error messages.
  /// - Throws: An error if a value is not a date in the expected format, or cannot be split.
  package func members(
    for member: JSONMember,
    isQuoted: Bool,
    in file: String
  ) throws(ImportError) -> [JSONMember] {
    let name = member.key
    if mapping.ignored.contains(where: { $0.utf8.elementsEqual(name.utf8) }) { return [] }
    let split = Self.value(of: name, in: mapping.splits)
    if let split, member.value.form != .array {
      return try parts(of: member, split, isQuoted: isQuoted, in: file)
    }
    var listName: String?
    if case .list(let list)? = split?.target { listName = list }
    let new = Self.value(of: name, in: mapping.renames) ?? listName ?? name
    let place = member.value.place
    let content = try converted(
      member.value.content,
      of: new,
      isQuoted: isQuoted,
      at: place,
      in: file
    )
    return [
      JSONMember(key: new, keyPlace: member.keyPlace, value: JSONValue(content, at: place))
    ]
  }

  /// Adds the constants of the mapping for columns without a value.
  package func addConstants(to members: inout [JSONMember], at place: TextPlace) {
    for (column, constant) in mapping.constants.sorted(by: { $0.key < $1.key }) {
      let key = Self.key(column)
      let isColumn = { (member: JSONMember) in Self.key(member.key) == key }
      if members.contains(where: { $0.value.form != .null && isColumn($0) }) { continue }
      let value = JSONValue(JSONValue.Content(constant), at: place)
      members.removeAll(where: isColumn)
      members.append(JSONMember(key: column, keyPlace: place, value: value))
    }
  }

  /// Returns the rule for exactly this name. Nil if there is none.
  ///
  /// A lookup in the dictionary could find another Unicode spelling of the name, which Swift's `==`
  /// treats as equal.
  private static func value<Value>(of name: String, in rules: [String: Value]) -> Value? {
    rules.first { $0.key.utf8.elementsEqual(name.utf8) }?.value
  }

  private func converted(
    _ content: JSONValue.Content,
    of column: String,
    isQuoted: Bool,
    at place: TextPlace,
    in file: String
  ) throws(ImportError) -> JSONValue.Content {
    let key = Self.key(column)
    if let values = values[key], let text = content.scalarText,
      let value = Self.value(of: text, in: values)
    {
      return JSONValue.Content(value)
    }
    if case .string(let text) = content {
      if !isQuoted || text.isEmpty, nullSpellings[key]?.containsExactly(text) == true {
        return .null
      }
      if text.isEmpty { return content }
    }
    guard let date = dates[key] else { return content }
    return try date.converted(content, ofColumn: column, of: table, at: place.inFile(file))
  }

  private func parts(
    of member: JSONMember,
    _ split: MappedSplit,
    isQuoted: Bool,
    in file: String
  ) throws(ImportError) -> [JSONMember] {
    let place = member.value.place
    let text = try TextSplit.text(of: member, in: file)
    func made(_ name: String, content: JSONValue.Content) -> JSONMember {
      JSONMember(key: name, keyPlace: member.keyPlace, value: JSONValue(content, at: place))
    }
    let pieces = text.map { TextSplit.pieces(of: $0, separator: Array(split.separator.utf8)) } ?? []
    switch split.target {
    case .list(let name):
      guard text != nil else { return [] }
      let elements = pieces.filter { !$0.isEmpty }.map { JSONValue(.string($0), at: place) }
      return [made(name, content: .array(elements))]
    case .columns(let columns):
      guard pieces.count <= columns.count else {
        throw TextSplit.tooManyParts(columns.count, at: place.inFile(file))
      }
      var members: [JSONMember] = []
      for (number, column) in columns.enumerated() {
        let piece = number < pieces.count ? pieces[number] : ""
        let content: JSONValue.Content = piece.isEmpty ? .null : .string(piece)
        members.append(
          made(
            column,
            content: try converted(content, of: column, isQuoted: false, at: place, in: file)
          )
        )
      }
      return members
    }
  }
}
