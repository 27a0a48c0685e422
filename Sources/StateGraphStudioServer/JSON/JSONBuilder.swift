import StateGraphFormats

/// Builds one JSON value as UTF-8.
struct JSONBuilder {
  private(set) var bytes: [UInt8] = []
  private var needsComma = false

  mutating func object(_ body: (inout JSONBuilder) throws -> Void) rethrows {
    begin(UInt8(ascii: "{"))
    try body(&self)
    end(UInt8(ascii: "}"))
  }

  mutating func array(_ body: (inout JSONBuilder) throws -> Void) rethrows {
    begin(UInt8(ascii: "["))
    try body(&self)
    end(UInt8(ascii: "]"))
  }

  /// Writes the elements of `elements` as an array, each by a call of `body`.
  mutating func array<Element>(
    of elements: some Sequence<Element>,
    _ body: (inout JSONBuilder, Element) throws -> Void
  ) rethrows {
    try array { writer in
      for element in elements { try body(&writer, element) }
    }
  }

  /// Writes the name of a member. The next call must write its value.
  mutating func key(_ name: String) {
    string(name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  mutating func member(_ name: String, text: String) {
    key(name)
    string(text)
  }

  mutating func member(_ name: String, integer: Int) {
    key(name)
    raw(String(integer).utf8)
  }

  mutating func member(_ name: String, boolean: Bool) {
    key(name)
    raw((boolean ? "true" : "false").utf8)
  }

  mutating func member(_ name: String, texts: [String]) {
    key(name)
    array(of: texts) { $0.string($1) }
  }

  mutating func member(_ name: String, number: Double) {
    key(name)
    self.number(number)
  }

  /// Writes a finite number below 2^53.
  mutating func number(_ number: Double) {
    raw((number.rounded() == number ? String(Int(number)) : number.description).utf8)
  }

  mutating func string(_ text: String) {
    raw(JSONEscape.quoted(text).utf8)
  }

  mutating func null() { raw("null".utf8) }

  /// Writes bytes that are a complete JSON value.
  mutating func raw(_ value: some Sequence<UInt8>) {
    comma()
    bytes.append(contentsOf: value)
    needsComma = true
  }

  private mutating func comma() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
  }

  private mutating func begin(_ bracket: UInt8) {
    comma()
    bytes.append(bracket)
    needsComma = false
  }

  private mutating func end(_ bracket: UInt8) {
    bytes.append(bracket)
    needsComma = true
  }
}

extension JSONBuilder {
  /// Returns an answer: an object whose first member is the version of the API.
  static func answer(_ body: (inout JSONBuilder) throws -> Void) rethrows -> [UInt8] {
    var writer = JSONBuilder()
    try writer.object { writer in
      writer.member("version", integer: 1)
      try body(&writer)
    }
    return writer.bytes
  }
}

extension StudioError {
  /// The error as the JSON of an answer.
  package var json: [UInt8] {
    JSONBuilder.answer { writer in
      writer.key("error")
      write(to: &writer)
    }
  }

  func write(to writer: inout JSONBuilder) {
    writer.object { writer in
      writer.member("code", text: code)
      writer.member("message", text: message)
      writer.member("remedy", text: remedy)
      if let offset { writer.member("offset", integer: offset) }
    }
  }
}
