import StateGraphFormats

/// One line of a reject file: the text of a rejected record, its place in the input, and the reason
/// for its rejection.
///
/// A line is a JSON object. Its members are defined only in this type.
struct RejectLine {
  /// The version of the line format that this code writes and accepts.
  static let version = 1

  /// The members of the JSON object, in the order in which they are written.
  enum Member: String {
    /// The version of the line format. Because it is the first member, it also identifies a file as
    /// a reject file.
    case reject
    /// The place of the record in its input: the path, the line and column counted from 1, and the
    /// offset in bytes.
    case file, line, column, byte
    /// The reason for the rejection: the error code, the message, and what the user can do about
    /// it.
    case code, message, remedy
    /// The name of the record's table.
    case table
    /// The key of a JSON record whose input is an object of records by key. Other records do not
    /// have this member.
    case key
    /// Only for a CSV record: the names of its fields, the separator, the quote, and whether the
    /// record may have fewer fields than names. The quote is left out if it is `"`, and is empty if
    /// the input has no quote.
    case header, separator, quote, mayEndEarly
    /// The text of the record. If the text is not UTF-8, `rawBase64` holds its bytes in base 64
    /// instead.
    case raw, rawBase64
  }

  /// The name of the record's table.
  let table: String
  let form: RecordForm
  /// The bytes of the record's text.
  let raw: [UInt8]
  /// The record's place in its original input; nil if the line does not state it.
  let place: InputPlace?

  /// Returns the bytes of a line for a rejected record, including the line end.
  static func encode(_ error: ImportError, _ record: RecordText, table: String) -> [UInt8] {
    // For a record that was rejected before, the place in the original input is kept, because the
    // place in the old reject file would not help.
    let place = record.wasRejected ? record.start : error.place ?? record.start
    var line = JSONLine()
    line.write(.reject, Int64(version))
    line.write(.file, place.file)
    line.write(.line, Int64(place.line))
    line.write(.column, Int64(place.column))
    line.write(.byte, place.byteOffset)
    line.write(.code, error.code.description)
    line.write(.message, error.message)
    line.write(.remedy, error.remedy)
    line.write(.table, table)
    record.form.write(to: &line)
    line.member(
      Member.raw.rawValue,
      orBase64: Member.rawBase64.rawValue,
      record.bytes
    )
    line.end()
    return line.bytes
  }

  /// Reads a line from its JSON object. Returns nil if the object is not a line of a reject file.
  init?(_ object: JSONValue) {
    let members = RejectMembers(object)
    guard members[.reject] == .integer(Int64(Self.version)), let table = members.text(.table),
      let raw = members.raw, let form = RecordForm(members)
    else { return nil }
    (self.table, self.form, self.raw) = (table, form, raw)
    place = members.place
  }
}

/// Gives access by name to the members of a line that was read.
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
    // The user may have edited the line. Numbers above this range could overflow when a place is
    // computed from them.
    let range = Int64(0)...(1 << 48)
    guard range.contains(line), range.contains(column), range.contains(byte) else { return nil }
    return InputPlace(file: file, line: Int(line), column: Int(column), byteOffset: byte)
  }
}

extension RecordForm {
  /// The properties as the text of one JSON object, which `init(text:)` can parse.
  var text: String {
    var line = JSONLine()
    write(to: &line)
    line.end()
    return String(decoding: line.bytes, as: UTF8.self)
  }

  /// Parses the JSON object that `text` returns. Returns nil if the text is not such an object.
  init?(text: String) {
    guard let source = try? ByteSource(bytes: Array(text.utf8), name: "", chunkBytes: 4_096),
      let object = try? JSONRecordReader(source).next()
    else { return nil }
    self.init(RejectMembers(object))
  }

  fileprivate func write(to line: inout JSONLine) {
    switch self {
    case .json(let key):
      if let key { line.write(.key, key) }
    case .csv(let form):
      line.member(RejectLine.Member.header.rawValue, form.header)
      line.write(.separator, String(UnicodeScalar(form.separator)))
      if form.quote != UInt8(ascii: "\"") {
        line.write(.quote, form.quote.map { String(UnicodeScalar($0)) } ?? "")
      }
      if form.mayEndEarly { line.member(RejectLine.Member.mayEndEarly.rawValue, true) }
    }
  }

  /// Reads the properties from the members of a line. Returns nil if they are not members that
  /// `write(to:)` writes.
  fileprivate init?(_ members: RejectMembers) {
    guard let header = members[.header] else {
      self = .json(key: members.text(.key))
      return
    }
    guard case .array(let elements) = header,
      let separator = members.text(.separator).flatMap({ Self.byte($0) })
    else { return nil }
    var form = CSVForm(
      header: [],
      separator: separator,
      quote: UInt8(ascii: "\""),
      mayEndEarly: members[.mayEndEarly] == .boolean(true)
    )
    for element in elements {
      guard case .string(let name) = element.content else { return nil }
      form.header.append(name)
    }
    if let quote = members.text(.quote) {
      form.quote = Self.byte(quote)
      guard quote.isEmpty || form.quote != nil else { return nil }
    }
    guard form.separator != form.quote else { return nil }
    self = .csv(form)
  }

  /// Returns the byte of a one-character ASCII text that can be a separator or a quote; otherwise
  /// nil.
  private static func byte(_ text: String) -> UInt8? {
    guard text.utf8.count == 1, let byte = text.utf8.first, byte < 0x80,
      ![0, UInt8(ascii: "\n"), UInt8(ascii: "\r")].contains(byte)
    else { return nil }
    return byte
  }
}

extension JSONLine {
  fileprivate mutating func write(_ member: RejectLine.Member, _ text: String) {
    self.member(member.rawValue, text)
  }

  fileprivate mutating func write(_ member: RejectLine.Member, _ number: Int64) {
    self.member(member.rawValue, number)
  }
}
