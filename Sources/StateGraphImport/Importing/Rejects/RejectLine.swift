import StateGraphFormats

/// One line of a reject file: the text of a rejected record, its position and its error.
///
/// The line is a JSON object, whose members `Member` lists.
struct RejectLine {
  /// The version of the line format that this code writes and accepts.
  static let version = 1

  /// The members of the JSON object, in the order in which they are written.
  enum Member: String {
    /// The version of the line format.
    ///
    /// This is the first member of a line, by which an import recognizes a reject file.
    case reject
    /// The position of the error in the input.
    ///
    /// The line and column are counted from 1. `byte` is the offset in bytes.
    case file, line, column, byte
    /// The error: its code, its message, and what the user can do.
    case code, message, remedy
    /// The name of the record's table.
    case table
    /// The primary key of the record, if the record was a member of a JSON object such as `{"7":
    /// {…}}`. The line of any other record omits this member.
    case key
    /// Members of CSV records only: field names, separator, quote, whether fields may be missing,
    /// whether a quote inside a field without quotes is an error, the escape, and whether blanks
    /// around fields are ignored.
    ///
    /// The line omits the quote if it is `"`. The quote is empty if the input has no quotes.
    case header, separator, quote, mayEndEarly, strict, escape, trim
    /// Members of CSV records only: whether commas may begin the fractions of numbers, and whether
    /// points separate thousands. The other records of the input have shown it.
    case decimalCommas, groupPoints
    /// The text of the record.
    ///
    /// If the text is not valid UTF-8, `rawBase64` contains its bytes in base 64.
    case raw, rawBase64
  }

  /// The name of the record's table.
  let table: String
  let form: RecordForm
  /// The bytes of the record's text. The user may have corrected them.
  let raw: [UInt8]
  /// The position of the record or its error in the original input. Nil if the line does not
  /// contain a valid position.
  let place: InputPlace?

  /// Returns the bytes of the line for a rejected record, including the line end.
  static func encode(_ error: ImportError, record: RecordText, table: String) -> [UInt8] {
    // A record from a reject file keeps its position in the original input. A position in the old
    // reject file would not help the user.
    let place = record.wasRejected ? record.start : error.place ?? record.start
    var line = JSONLine()
    line.write(.reject, number: Int64(version))
    line.write(.file, text: place.file)
    line.write(.line, number: Int64(place.line))
    line.write(.column, number: Int64(place.column))
    line.write(.byte, number: place.byteOffset)
    line.write(.code, text: error.code.description)
    line.write(.message, text: error.message)
    line.write(.remedy, text: error.remedy)
    line.write(.table, text: table)
    record.form.write(to: &line)
    line.member(
      Member.raw.rawValue,
      orBase64: Member.rawBase64.rawValue,
      raw: record.bytes
    )
    line.end()
    return line.bytes
  }

  /// Creates a line from its JSON object.
  ///
  /// Returns nil if the object is not a line of a reject file, or has another version.
  init?(_ object: JSONValue) {
    let members = RejectMembers(object)
    guard members[.reject] == .integer(Int64(Self.version)), let table = members.text(.table),
      let raw = members.raw, let form = RecordForm(members)
    else { return nil }
    (self.table, self.form, self.raw) = (table, form, raw)
    place = members.place
  }
}

/// The members of a line that was read from a reject file, by name.
struct RejectMembers {
  private let contents: [String: JSONValue.Content]

  init(_ object: JSONValue) {
    contents = Dictionary(
      (object.members ?? []).map { ($0.key, $0.value.content) },
      uniquingKeysWith: { first, _ in first }
    )
  }

  subscript(member: RejectLine.Member) -> JSONValue.Content? { contents[member.rawValue] }

  func text(_ member: RejectLine.Member) -> String? {
    if case .string(let text)? = self[member] { text } else { nil }
  }

  fileprivate var raw: [UInt8]? {
    if let text = text(.raw) { return Array(text.utf8) }
    return text(.rawBase64).flatMap { RFC4648.bytes(base64: $0) }
  }

  fileprivate var place: InputPlace? {
    guard let file = text(.file), case .integer(let line)? = self[.line],
      case .integer(let column)? = self[.column], case .integer(let byte)? = self[.byte]
    else { return nil }
    // The user may have edited the numbers. The limit prevents an overflow in later computations.
    let range = Int64(0)...(1 << 48)
    guard range.contains(line), range.contains(column), range.contains(byte) else { return nil }
    return InputPlace(file: file, line: Int(line), column: Int(column), byteOffset: byte)
  }
}

extension RecordForm {
  /// The form as the text of a JSON object, which is stored with a deferred record.
  ///
  /// `init(text:)` parses this text.
  var text: String {
    var line = JSONLine()
    write(to: &line)
    line.end()
    return String(decoding: line.bytes, as: UTF8.self)
  }

  /// Creates a form from the value of the property `text`. Returns nil for any other text.
  init?(text: String) {
    guard let source = try? ByteSource(bytes: Array(text.utf8), name: "", chunkBytes: 4_096),
      let object = try? JSONRecordReader(source).next()
    else { return nil }
    self.init(RejectMembers(object))
  }

  fileprivate func write(to line: inout JSONLine) {
    switch self {
    case .json(let key):
      if let key { line.write(.key, text: key) }
    case .csv(let form):
      line.member(RejectLine.Member.header.rawValue, texts: form.header)
      line.write(.separator, text: String(UnicodeScalar(form.dialect.separator)))
      if form.dialect.quote != UInt8(ascii: "\"") {
        line.write(.quote, text: form.dialect.quote.map { String(UnicodeScalar($0)) } ?? "")
      }
      if form.mayEndEarly { line.member(RejectLine.Member.mayEndEarly.rawValue, boolean: true) }
      if form.isStrict { line.member(RejectLine.Member.strict.rawValue, boolean: true) }
      if let escape = form.dialect.escape {
        line.write(.escape, text: String(UnicodeScalar(escape)))
      }
      if form.dialect.trims { line.member(RejectLine.Member.trim.rawValue, boolean: true) }
      if form.marks.commasMayBeFractions {
        line.member(RejectLine.Member.decimalCommas.rawValue, boolean: true)
      }
      if form.marks.pointsAreGroups {
        line.member(RejectLine.Member.groupPoints.rawValue, boolean: true)
      }
    }
  }

  /// Creates a form from the members of a line.
  ///
  /// Returns nil if a member is invalid, such as a separator with two characters.
  fileprivate init?(_ members: RejectMembers) {
    guard let header = members[.header] else {
      self = .json(key: members.text(.key))
      return
    }
    guard case .array(let elements) = header,
      let separator = members.text(.separator).flatMap({ Self.byte($0) })
    else { return nil }
    var names: [String] = []
    for element in elements {
      guard case .string(let name) = element.content else { return nil }
      names.append(name)
    }
    var dialect = CSVDialect(separator: separator, hasHeader: false)
    dialect.trims = members[.trim] == .boolean(true)
    if let quote = members.text(.quote) {
      dialect.quote = Self.byte(quote)
      guard quote.isEmpty || dialect.quote != nil else { return nil }
    }
    if let escape = members.text(.escape) {
      dialect.escape = Self.byte(escape)
      guard dialect.escape != nil else { return nil }
    }
    guard dialect.isUsable else { return nil }
    self = .csv(
      CSVForm(
        header: names,
        dialect: dialect,
        mayEndEarly: members[.mayEndEarly] == .boolean(true),
        isStrict: members[.strict] == .boolean(true),
        marks: NumberMarks(
          commasMayBeFractions: members[.decimalCommas] == .boolean(true),
          pointsAreGroups: members[.groupPoints] == .boolean(true)
        )
      )
    )
  }

  /// Returns the byte of a text with one ASCII character.
  ///
  /// Returns nil if the text is longer, or if the character cannot be a separator or a quote.
  private static func byte(_ text: String) -> UInt8? {
    guard text.utf8.count == 1, let byte = text.utf8.first, byte < 0x80,
      ![0, UInt8(ascii: "\n"), UInt8(ascii: "\r")].contains(byte)
    else { return nil }
    return byte
  }
}

extension JSONLine {
  fileprivate mutating func write(_ member: RejectLine.Member, text: String) {
    self.member(member.rawValue, text: text)
  }

  fileprivate mutating func write(_ member: RejectLine.Member, number: Int64) {
    self.member(member.rawValue, number: number)
  }
}
