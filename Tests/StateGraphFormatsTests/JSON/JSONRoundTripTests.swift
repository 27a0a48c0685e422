import ImportTestSupport
import StateGraphFormats
import TestSupport
import Testing

@Suite("JSON record reader: any record survives a round trip")
struct JSONRoundTripTests {
  @Test("random records read back as they were written", arguments: TestSeed.seeds(150))
  func roundTrip(seed: UInt64) throws {
    var generator = SeededGenerator(state: seed)
    let records = (0..<Int.random(in: 0...5, using: &generator)).map { _ in
      Self.object(depth: 4, using: &generator)
    }
    let texts = records.map { Self.write($0, using: &generator) }
    let isArray = Bool.random(using: &generator)
    let text = isArray ? "[\(texts.joined(separator: ","))]" : texts.joined(separator: "\n")
    for size in chunkSizes {
      let source = try ByteSource(bytes: Array(text.utf8), name: "x", chunkBytes: size)
      let reader = JSONRecordReader(source)
      var index = 0
      while let record = try reader.next() {
        try #require(index < records.count, "seed \(seed), chunk size \(size)")
        #expect(Self.matches(record, records[index]), "seed \(seed), chunk size \(size)")
        index += 1
      }
      #expect(index == records.count, "seed \(seed), chunk size \(size)")
    }
  }

  static let nowhere = TextPlace.init(byteOffset: 0, line: 1, column: 1)

  static func object(depth: Int, using generator: inout SeededGenerator) -> JSONValue {
    let members = (0..<Int.random(in: 0...20, using: &generator) / 2).map { index in
      let key = "\(index)" + CSVRoundTripTests.pieces.randomElement(using: &generator)!
      return JSONMember(
        key: key,
        keyPlace: nowhere,
        value: value(depth: depth - 1, using: &generator)
      )
    }
    return JSONValue(.object(members), at: nowhere)
  }

  static func value(depth: Int, using generator: inout SeededGenerator) -> JSONValue {
    let content: JSONValue.Content
    switch Int.random(in: 0..<(depth > 0 ? 7 : 5), using: &generator) {
    case 0: content = .null
    case 1: content = .boolean(Bool.random(using: &generator))
    case 2: content = .integer(Int64.random(in: .min ... .max, using: &generator))
    case 3: content = .real(Double(bitPattern: generator.next() & 0xBFFF_FFFF_FFFF_FFFF))
    case 4:
      let pieces = CSVRoundTripTests.pieces.shuffled(using: &generator)
      content = .string(pieces.prefix(Int.random(in: 0...5, using: &generator)).joined())
    case 5: return object(depth: depth, using: &generator)
    default:
      let count = Int.random(in: 0...3, using: &generator)
      content = .array((0..<count).map { _ in value(depth: depth - 1, using: &generator) })
    }
    return JSONValue(content, at: nowhere)
  }

  static func write(_ value: JSONValue, using generator: inout SeededGenerator) -> String {
    let space = ["", " ", "\n", "\r\n\t"].randomElement(using: &generator)!
    switch value.content {
    case .null: return "null" + space
    case .boolean(let boolean): return "\(boolean)" + space
    case .integer(let integer): return "\(integer)" + space
    case .real(let real): return "\(real)" + space
    case .number(let text): return text + space
    case .string(let string): return quote(string, using: &generator) + space
    case .array(let elements):
      return "[" + space
        + elements.map { write($0, using: &generator) }.joined(separator: "," + space) + "]"
    case .object(let members):
      let texts = members.map {
        quote($0.key, using: &generator) + space + ":" + write($0.value, using: &generator)
      }
      return "{" + space + texts.joined(separator: ",") + "}"
    }
  }

  static func quote(_ text: String, using generator: inout SeededGenerator) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      if scalar == "\"" || scalar == "\\" || scalar.value < 0x20 || generator.next() % 5 == 0 {
        for unit in String(scalar).utf16 {
          let digits = String(unit, radix: 16)
          quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
      } else {
        quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }

  /// Equal but for the places.
  static func matches(_ one: JSONValue, _ two: JSONValue) -> Bool {
    switch (one.content, two.content) {
    case (.object(let left), .object(let right)):
      return left.count == right.count
        && zip(left, right).allSatisfy {
          $0.key.utf8.elementsEqual($1.key.utf8) && matches($0.value, $1.value)
        }
    case (.array(let left), .array(let right)):
      return left.count == right.count && zip(left, right).allSatisfy { matches($0, $1) }
    case (.string(let left), .string(let right)): return left.utf8.elementsEqual(right.utf8)
    case (.real(let left), .real(let right)): return left.bitPattern == right.bitPattern
    default: return one.content == two.content
    }
  }
}
