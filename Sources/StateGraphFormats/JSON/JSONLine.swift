/// Builds one line of a JSON lines file: an object and a line feed.
package struct JSONLine {
  package private(set) var bytes: [UInt8] = [UInt8(ascii: "{")]

  package init() {}

  package mutating func member(_ name: String, text: String) {
    begin(name)
    append(quoted: text)
  }

  package mutating func member(_ name: String, number: Int64) {
    begin(name)
    bytes.append(contentsOf: String(number).utf8)
  }

  package mutating func member(_ name: String, boolean: Bool) {
    begin(name)
    bytes.append(contentsOf: String(boolean).utf8)
  }

  package mutating func member(_ name: String, texts: [String]) {
    begin(name)
    bytes.append(UInt8(ascii: "["))
    for (number, text) in texts.enumerated() {
      if number > 0 { bytes.append(UInt8(ascii: ",")) }
      append(quoted: text)
    }
    bytes.append(UInt8(ascii: "]"))
  }

  /// Adds `raw` as text under `name` if the bytes are valid UTF-8.
  ///
  /// Otherwise adds `raw` in base 64 under `base64Name`, so that no byte is lost.
  package mutating func member(_ name: String, orBase64 base64Name: String, raw: [UInt8]) {
    let bad = raw.withUnsafeBufferPointer { raw in
      raw.baseAddress.flatMap { UTF8Validation.firstInvalid($0, count: raw.count) }
    }
    guard bad != nil else { return member(name, text: String(decoding: raw, as: UTF8.self)) }
    member(base64Name, text: RFC4648.base64(raw))
  }

  package mutating func end() {
    bytes.append(contentsOf: [UInt8(ascii: "}"), UInt8(ascii: "\n")])
  }

  private mutating func begin(_ name: String) {
    if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
    append(quoted: name)
    bytes.append(UInt8(ascii: ":"))
  }

  private mutating func append(quoted text: String) {
    bytes.append(contentsOf: JSONEscape.quoted(text).utf8)
  }
}
