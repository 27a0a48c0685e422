import StateGraphFormats
import StateGraphSQLite

extension ResolvedMapping {
  /// A JSON record as if the input had been written for the schema.
  func applied(
    to record: JSONValue,
    in file: String,
    _ plan: ImportPlan,
    _ index: Int
  ) throws(ImportError) -> JSONValue {
    guard let members = record.members else { return record }
    use?.noteRecord()
    var result: [JSONMember] = []
    for member in members {
      let given = ExactName(member.key)
      if ignored.contains(given) {
        use?.note(.ignore, member.key)
        continue
      }
      if let split = splits[given] {
        use?.note(.split, member.key)
        if member.value.form != .array {
          result += try parts(of: member, split, in: file)
          continue
        }
      }
      let renamed = renames[given]
      if renamed != nil { use?.note(.rename, member.key) }
      let name = renamed ?? listName(given) ?? member.key
      var value = member.value
      if let column = table.columnIndex(name) {
        noteUse(ofColumn: column)
        let content = try content(value.content, of: column, at: value.place.inFile(file))
        value = JSONValue(content, at: value.place)
      } else if ignoresUnknown, plan.resolve(name, value.form, in: index) == .unknown {
        continue
      }
      result.append(JSONMember(key: name, keyPlace: member.keyPlace, value: value))
    }
    addConstants(to: &result, at: record.place)
    return JSONValue(.object(result), at: record.place)
  }

  /// Gives columns their constants where the record has no value.
  func addConstants(to members: inout [JSONMember], at place: JSONPlace) {
    for (column, content) in constants {
      let isSaid = members.contains {
        $0.value.form != .null && table.columnIndex($0.key) == column
      }
      guard !isSaid else { continue }
      members.removeAll { table.columnIndex($0.key) == column }
      members.append(
        JSONMember(
          key: table.column(column).name,
          keyPlace: place,
          value: JSONValue(content, at: place)
        )
      )
    }
  }

  /// The members that a text to be split becomes.
  func parts(
    of member: JSONMember,
    _ split: Split,
    in file: String
  ) throws(ImportError) -> [JSONMember] {
    let place = member.value.place
    let pieces: [String]
    switch member.value.content {
    case .null: return []
    case .string(let text): pieces = split.pieces(of: text)
    case .integer(let integer): pieces = [String(integer)]
    default:
      throw ImportError(
        .wrongType,
        "the value to be split is no text",
        remedy: "Write it as a text, or leave the split out of the mapping",
        place: place.inFile(file)
      )
    }
    func made(_ name: String, _ content: JSONValue.Content) -> JSONMember {
      JSONMember(key: name, keyPlace: member.keyPlace, value: JSONValue(content, at: place))
    }
    switch split.target {
    case .list(let name, let key):
      let elements = pieces.filter { !$0.isEmpty }.map {
        JSONValue(.init(key: $0, of: key), at: place)
      }
      return [made(name, .array(elements))]
    case .columns(let columns):
      guard pieces.count <= columns.count else {
        throw ImportError(
          .wrongType,
          "the value has more parts than the \(columns.count) columns that it is split into",
          remedy: "Mend the value, or name another column in the mapping",
          place: place.inFile(file)
        )
      }
      var members: [JSONMember] = []
      for (number, column) in columns.enumerated() {
        noteUse(ofColumn: column)
        let piece = number < pieces.count ? pieces[number] : ""
        let content =
          hasNullSpelling(piece, column: column)
          ? .null : try typed(piece, of: column, at: place.inFile(file))
        members.append(made(table.column(column).name, content))
      }
      return members
    }
  }

  /// What a text of an input without types means in a column; an empty one is NULL.
  func typed(
    _ text: String,
    of column: Int,
    at place: InputPlace
  ) throws(ImportError) -> JSONValue.Content {
    guard !text.isEmpty else { return .null }
    let given = try dated(.string(text), of: column, at: place)
    guard case .string(var text) = given, !hasDate(column) else { return given }
    let cell = text.withUTF8 { bytes in
      Result { () throws(CellProblem) in
        JSONValue.Content(try Cell(csv: UnsafeRawBufferPointer(bytes), table.kinds[column]))
      }
    }
    do {
      return try cell.get()
    } catch {
      throw error.error(table.column(column), of: table, at: place)
    }
  }

  /// The nested table of a list that is one already.
  private func listName(_ name: ExactName) -> String? {
    if case .list(let list, _) = splits[name]?.target { list } else { nil }
  }
}

extension ResolvedMapping.Split {
  func pieces(of text: String) -> [String] {
    let bytes = Array(text.utf8)
    var pieces: [String] = []
    var start = 0
    var index = 0
    while index < bytes.count {
      if bytes[index...].starts(with: separator) {
        pieces.append(Self.trimmed(bytes[start..<index]))
        index += separator.count
        start = index
      } else {
        index += 1
      }
    }
    return pieces + [Self.trimmed(bytes[start...])]
  }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> String {
    let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
    let text = bytes.drop(while: isBlank)
    let end = text.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? text.startIndex
    return String(decoding: text[..<end], as: UTF8.self)
  }
}

extension JSONValue.Content {
  /// A cell of a text without types. Copies what the cell only points at.
  init(_ cell: Cell) {
    switch cell {
    case .absent, .null: self = .null
    case .integer(let integer): self = .integer(integer)
    case .real(let real): self = .real(real)
    case .text(let text): self = .string(text)
    case .bytes(let bytes): self = .string(String(decoding: bytes, as: UTF8.self))
    case .blob(let bytes): self = .init(bytes: bytes)
    }
  }
}
