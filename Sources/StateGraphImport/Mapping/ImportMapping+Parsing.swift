public import StateGraphFormats

extension ImportMapping {
  /// Reads a mapping from a JSON file (`-` for standard input):
  ///
  /// ```json
  /// {"posts": {
  ///   "rename": {"Titel": "title"},
  ///   "constants": {"language": "de"},
  ///   "ignore": ["internal"],
  ///   "split": {"tags": {"separator": ",", "into": "tags"},
  ///             "name": {"separator": " ", "into": ["first", "last"]}},
  ///   "dates": {"created_at": {"from": "dd.MM.yyyy HH:mm", "to": "epoch-seconds"}},
  ///   "nulls": {"score": ["NA", "-"]}
  /// }}
  /// ```
  ///
  /// The names of tables and columns are checked later, when the import begins.
  ///
  /// - Throws: ``ImportError`` with the position of the error in the file.
  public init(path: String) throws(ImportError) {
    let reader = JSONRecordReader(try ByteSource(path: path))
    self.init()
    let file = reader.source.name
    guard let value = try reader.next() else {
      let start = InputPlace(file: file, line: 1, column: 1, byteOffset: 0)
      throw .invalidMapping("the mapping is empty", remedy: "Write {\"TABLE\": {…}}", place: start)
    }
    if let second = try reader.next() {
      throw .invalidMapping(
        "there is text after the mapping",
        remedy: "",
        place: second.place.inFile(file)
      )
    }
    var parser = MappingParser(file: file)
    for table in try parser.members(value, what: "the mapping") {
      let path = [table.key]
      parser.places[path] = table.keyPlace.inFile(file)
      tables[table.key] = try parser.table(table.value, path: path)
    }
    places = parser.places
  }
}

/// Parses the JSON document of a column mapping.
///
/// The parser stores the position of each rule in the file, so that later errors can show it.
private struct MappingParser {
  let file: String
  var places = MappingPlaces()

  mutating func table(_ value: JSONValue, path: [String]) throws(ImportError) -> TableMapping {
    var mapping = TableMapping()
    for part in try members(value, what: "the mapping of a table") {
      switch part.key {
      case "rename":
        for entry in try entries(part, path: path) {
          mapping.renames[entry.key] = try text(entry.value, what: "the new name")
        }
      case "constants":
        for entry in try entries(part, path: path) {
          mapping.constants[entry.key] = try constant(entry.value)
        }
      case "ignore":
        mapping.ignored = Set(try texts(part.value, what: "the ignored names"))
        if case .array(let elements) = part.value.content {
          for case .string(let name) in elements.map(\.content) {
            places[path + [part.key, name]] = part.keyPlace.inFile(file)
          }
        }
      case "split":
        for entry in try entries(part, path: path) {
          mapping.splits[entry.key] = try split(entry.value)
        }
      case "dates":
        for entry in try entries(part, path: path) {
          mapping.dates[entry.key] = try date(entry.value)
        }
      case "nulls":
        for entry in try entries(part, path: path) {
          mapping.nullSpellings[entry.key, default: []] +=
            try texts(entry.value, what: "the texts that mean NULL")
        }
      case "values":
        for entry in try entries(part, path: path) {
          for value in try members(entry.value, what: "the values of a column") {
            guard value.value.content != .null else {
              mapping.nullSpellings[entry.key, default: []].append(value.key)
              continue
            }
            mapping.values[entry.key, default: [:]][value.key] = try constant(value.value)
          }
        }
      default:
        throw unknown(
          part,
          known: ["rename", "constants", "ignore", "split", "dates", "nulls", "values"]
        )
      }
    }
    return mapping
  }

  /// Returns the members of one section of a table's mapping, such as `rename`.
  ///
  /// Also stores the position of each member in the file, so that later errors can show it.
  private mutating func entries(
    _ part: JSONMember,
    path: [String]
  ) throws(ImportError) -> [JSONMember] {
    let entries = try members(part.value, what: "\"\(part.key)\"")
    for entry in entries {
      places[path + [part.key, entry.key]] = entry.keyPlace.inFile(file)
    }
    return entries
  }

  private func constant(_ value: JSONValue) throws(ImportError) -> MappedConstant {
    switch value.content {
    case .string(let text): return .text(text)
    case .integer(let integer): return .integer(integer)
    case .real(let real): return .real(real)
    case .boolean(let boolean): return .boolean(boolean)
    case .number(let text):
      guard let real = try? LenientNumber.real(Array(text.utf8)) else { return .text(text) }
      return .real(real)
    case .null, .object, .array:
      throw error("a constant must be a text, a number or a boolean", remedy: "", value: value)
    }
  }

  private func split(_ value: JSONValue) throws(ImportError) -> MappedSplit {
    var separator: String?
    var target: MappedSplit.Target?
    for member in try members(value, what: "a split") {
      switch member.key {
      case "separator":
        let text = try text(member.value, what: "the separator")
        guard !text.isEmpty else {
          throw error(
            "the separator is empty",
            remedy: "Write the text between two values",
            value: member.value
          )
        }
        separator = text
      case "into":
        if case .array = member.value.content {
          target = .columns(try texts(member.value, what: "the columns"))
        } else {
          target = .list(try text(member.value, what: "the table, or the columns,"))
        }
      default: throw unknown(member, known: ["separator", "into"])
      }
    }
    guard let separator, let target else {
      throw error("a split needs \"separator\" and \"into\"", remedy: "", value: value)
    }
    return MappedSplit(separator: separator, into: target)
  }

  private func date(_ value: JSONValue) throws(ImportError) -> MappedDate {
    var from: String?
    var to = MappedDate.Form.iso8601
    for member in try members(value, what: "a date") {
      switch member.key {
      case "from":
        let pattern = try text(member.value, what: "the pattern")
        do {
          _ = try DateReader(pattern)
        } catch {
          throw self.error(error.message, remedy: DatePatternProblem.remedy, value: member.value)
        }
        from = pattern
      case "to":
        guard let form = MappedDate.Form(rawValue: try text(member.value, what: "the form")) else {
          let known = MappedDate.Form.allCases.map(\.rawValue).joined(separator: ", ")
          throw error(
            "the form of the date is unknown",
            remedy: "Write one of \(known)",
            value: member.value
          )
        }
        to = form
      default: throw unknown(member, known: ["from", "to"])
      }
    }
    guard let from else { throw error("a date needs \"from\"", remedy: "", value: value) }
    return MappedDate(from: from, to: to)
  }

  func members(_ value: JSONValue, what: String) throws(ImportError) -> [JSONMember] {
    guard let members = value.members else {
      throw error("\(what) must be an object", remedy: "Write {…}", value: value)
    }
    return members
  }

  private func text(_ value: JSONValue, what: String) throws(ImportError) -> String {
    guard case .string(let text) = value.content else {
      throw error("\(what) must be a text", remedy: "Write it in quotes", value: value)
    }
    return text
  }

  private func texts(_ value: JSONValue, what: String) throws(ImportError) -> [String] {
    guard case .array(let elements) = value.content else {
      throw error("\(what) must be an array", remedy: "Write […]", value: value)
    }
    var texts: [String] = []
    for element in elements { texts.append(try text(element, what: "each of \(what)")) }
    return texts
  }

  private func unknown(_ member: JSONMember, known: [String]) -> ImportError {
    let nearest = FoldedName.nearest(to: member.key, among: known)
    return .invalidMapping(
      "a mapping has no member \(printable(member.key)) here",
      remedy: nearest.map { "Did you mean \(printable($0))?" }
        ?? "Its members are " + known.map(printable).joined(separator: ", "),
      place: member.keyPlace.inFile(file)
    )
  }

  private func error(_ message: String, remedy: String, value: JSONValue) -> ImportError {
    .invalidMapping(message, remedy: remedy, place: value.place.inFile(file))
  }
}

extension ImportError {
  static func invalidMapping(
    _ message: String,
    remedy: String,
    place: InputPlace?
  ) -> ImportError {
    ImportError(.invalidMapping, message, remedy: remedy, place: place)
  }
}
