import StateGraphFormats
import StateGraphSQLite

extension ResolvedMapping {
  /// Returns the record with the names and values that the schema expects.
  ///
  /// Applies the renames, splits, conversions and constants of the column mapping, and marks these
  /// rules as used. Removes ignored members.
  ///
  /// - Parameters:
  ///   - record: The record of the input.
  ///   - file: The name of the input, for error messages.
  ///   - plan: The tables of the database.
  ///   - index: The index of the record's table in the plan.
  func applied(
    to record: JSONValue,
    in file: String,
    _ plan: ImportPlan,
    index: Int
  ) throws(ImportError) -> JSONValue {
    guard var members = record.members else { return record }
    use?.noteRecord()
    for path in paths { path.lift(in: &members) }
    var result: [JSONMember] = []
    for member in members {
      if ignores(member.key) { continue }
      let split = split(member.key)
      if let split, member.value.form != .array {
        result += try parts(of: member, split, in: file)
        continue
      }
      var listName: String?
      if case .list(let name, _, _)? = split?.target { listName = name }
      let name = renamed(member.key) ?? listName ?? member.key
      var value = member.value
      if let column = table.columnIndex(name) {
        noteUse(ofColumn: column)
        let place = value.place.inFile(file)
        value = JSONValue(try converted(value.content, of: column, at: place), at: value.place)
      } else if ignoresUnknown, plan.resolve(name, form: value.form, in: index) == .unknown {
        continue
      }
      result.append(JSONMember(key: name, keyPlace: member.keyPlace, value: value))
    }
    addConstants(to: &result, at: record.place)
    return JSONValue(.object(result), at: record.place)
  }

  /// Adds a member for each constant of the column mapping, unless the record already has a value
  /// for the constant's column.
  ///
  /// A constant also replaces NULL.
  private func addConstants(to members: inout [JSONMember], at place: TextPlace) {
    for constant in constants {
      let hasValue = members.contains {
        $0.value.form != .null && table.columnIndex($0.key) == constant.column
      }
      guard !hasValue else { continue }
      members.removeAll { table.columnIndex($0.key) == constant.column }
      members.append(
        JSONMember(
          key: table.column(constant.column).name,
          keyPlace: place,
          value: JSONValue(constant.content, at: place)
        )
      )
    }
  }

  /// Splits a member whose text contains several values, and returns the members that replace it.
  ///
  /// Returns an empty array if the value is NULL.
  ///
  /// - Throws: An error if the value is neither text nor an integer, or has more parts than
  ///   columns.
  private func parts(
    of member: JSONMember,
    _ split: TextSplit,
    in file: String
  ) throws(ImportError) -> [JSONMember] {
    let place = member.value.place
    guard let text = try TextSplit.text(of: member, in: file) else { return [] }
    func made(_ name: String, content: JSONValue.Content) -> JSONMember {
      JSONMember(key: name, keyPlace: member.keyPlace, value: JSONValue(content, at: place))
    }
    switch split.target {
    case .list(let name, _, let key):
      return [made(name, content: .array(split.elements(of: text, key: key, at: place)))]
    case .columns(let columns):
      var members: [JSONMember] = []
      for piece in try split.pieces(of: text, for: columns, at: place.inFile(file)) {
        noteUse(ofColumn: piece.column)
        let isNull = hasNullSpelling(piece.text, column: piece.column)
        let cell = try isNull ? .null : cell(piece.text, of: piece.column, at: place.inFile(file))
        members.append(made(table.column(piece.column).name, content: JSONValue.Content(cell)))
      }
      return members
    }
  }
}

extension JSONValue.Content {
  /// Creates a JSON value from a column value.
  ///
  /// A text in the reader's buffer is copied, because the next record overwrites the buffer.
  fileprivate init(_ cell: Cell) {
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
