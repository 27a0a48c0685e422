import StateGraphFormats

extension RecordForm {
  /// Writes the members by which `init(members:)` knows the form again.
  func write(to text: inout JSONLine) {
    guard case .csv(let form) = self else {
      if case .json(let key?) = self { text.member("key", key) }
      return
    }
    text.member("header", form.header)
    text.member("separator", String(UnicodeScalar(form.separator)))
    if form.quote != UInt8(ascii: "\"") {
      text.member("quote", form.quote.map { String(UnicodeScalar($0)) } ?? "")
    }
    if form.mayEndEarly { text.member("mayEndEarly", true) }
  }

  /// Reads the object that `write` has written to.
  init?(text: String) {
    guard let source = try? ByteSource(bytes: Array(text.utf8), name: "", chunkBytes: 4_096),
      let record = try? JSONRecordReader(source).next()
    else { return nil }
    self.init(members: record.contents)
  }

  /// Returns nil where the members are not such as `write` writes.
  init?(members: [String: JSONValue.Content]) {
    guard let header = members["header"] else {
      var key: String?
      if case .string(let text)? = members["key"] { key = text }
      self = .json(key: key)
      return
    }
    guard case .array(let elements) = header, case .string(let separator)? = members["separator"],
      let separator = Self.byte(separator)
    else { return nil }
    var form = CSVForm(
      header: [],
      separator: separator,
      quote: UInt8(ascii: "\""),
      mayEndEarly: members["mayEndEarly"] == .boolean(true)
    )
    for element in elements {
      guard case .string(let name) = element.content else { return nil }
      form.header.append(name)
    }
    if case .string(let quote)? = members["quote"] {
      form.quote = Self.byte(quote)
      guard quote.isEmpty || form.quote != nil else { return nil }
    }
    guard form.separator != form.quote else { return nil }
    self = .csv(form)
  }

  /// An ASCII character that neither ends a line nor a text.
  private static func byte(_ text: String) -> UInt8? {
    guard text.utf8.count == 1, let byte = text.utf8.first, byte < 0x80,
      ![0, UInt8(ascii: "\n"), UInt8(ascii: "\r")].contains(byte)
    else { return nil }
    return byte
  }
}

extension JSONValue {
  /// The members of an object by their keys.
  var contents: [String: JSONValue.Content] {
    Dictionary(
      (members ?? []).map { ($0.key, $0.value.content) },
      uniquingKeysWith: { first, _ in first }
    )
  }
}
