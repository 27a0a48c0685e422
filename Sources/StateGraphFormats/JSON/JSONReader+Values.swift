extension JSONReader {
  /// Reads the value whose first byte is at the cursor.
  func readValue(_ byte: UInt8) throws(ImportError) -> JSONToken {
    if keepsNextValue { keepFromHere() }
    switch byte {
    case UInt8(ascii: "\""):
      try readString()
      endValue()
      return .string
    case UInt8(ascii: "{"):
      try open(isObject: true)
      return .beginObject
    case UInt8(ascii: "["):
      try open(isObject: false)
      return .beginArray
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      return try readNumber()
    case UInt8(ascii: "t"): return try readWord("true", .boolean(true))
    case UInt8(ascii: "f"): return try readWord("false", .boolean(false))
    case UInt8(ascii: "n"): return try readWord("null", .null)
    case UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: ","):
      throw malformed("expected a value", remedy: "Look for a comma too many")
    case UInt8(ascii: "'"):
      throw malformed("strings need double quotes")
    case UInt8(ascii: "/"), UInt8(ascii: "#"):
      throw malformed("JSON has no comments")
    default:
      throw malformed("expected a value")
    }
  }

  func readKey(_ byte: UInt8) throws(ImportError) -> JSONToken {
    guard byte == UInt8(ascii: "\"") else {
      throw byte == UInt8(ascii: "}")
        ? malformed("expected another member", remedy: "Remove the comma before this brace")
        : malformed("expected a key in double quotes")
    }
    try readString()
    expectation = .colon
    return .key
  }

  private func open(isObject: Bool) throws(ImportError) {
    guard openCount < maximumDepth else {
      throw error(
        .tooDeep,
        "arrays and objects are nested more than \(maximumDepth) deep",
        at: tokenStart
      )
    }
    cursor += 1
    openContainers.append(isObject)
    isInObject = isObject
    openCount += 1
    expectation = isObject ? .firstKey : .firstElement
  }

  /// Call only when the byte at the cursor closes the innermost container.
  func close() -> JSONToken {
    cursor += 1
    let wasObject = openContainers.removeLast()
    isInObject = openContainers.last == true
    openCount -= 1
    endValue()
    return wasObject ? .endObject : .endArray
  }

  func endValue() {
    expectation = openCount == 0 ? .document : .commaOrEnd
  }

  private func readWord(_ word: StaticString, _ token: JSONToken) throws(ImportError) -> JSONToken {
    for offset in 0..<word.utf8CodeUnitCount {
      if cursor == source.count { _ = try refillToken() }
      guard source.bytes[cursor] == word.utf8Start[offset] else {
        throw malformed("expected a value", at: tokenStart)
      }
      cursor += 1
    }
    endValue()
    return token
  }
}
