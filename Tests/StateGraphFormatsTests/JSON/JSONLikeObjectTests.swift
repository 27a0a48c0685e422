import ImportTestSupport
import StateGraphFormats
import TestSupport
import Testing

/// Objects mostly repeat the keys of the object before, and the reader makes use of it. Whatever
/// came before, a record must read as if nothing had.
@Suite("JSON records after records of the same or a similar shape")
struct JSONLikeObjectTests {
  private static let keys = [
    "id", "i", "id ", "a", "b", "é", "\\u0061", "a\\\"", "", "longer than eight bytes", "日本",
  ]

  private enum Outcome: Equatable {
    case record(JSONValue)
    case failure(ImportError.Code, String)
  }

  /// The outcome for the last of the records that are in `text`.
  private func last(_ text: String, chunkBytes: Int) throws -> Outcome? {
    let source = try ByteSource(bytes: Array(text.utf8), name: "x", chunkBytes: chunkBytes)
    let reader = JSONRecordReader(source)
    var last: Outcome?
    while true {
      do {
        guard let record = try reader.next() else { return last }
        last = .record(record)
      } catch {
        last = .failure(error.code, error.place.map { "\($0)" } ?? "")
        guard reader.canContinue else { return last }
      }
    }
  }

  private func object(_ keys: [String], depth: Int, _ random: inout SeededRandom) -> String {
    let comma = [",", ", ", " ,", ",  "].randomElement(using: &random) ?? ","
    let colon = [":", ": ", " :"].randomElement(using: &random) ?? ":"
    let members = keys.map { key -> String in
      let value =
        switch Int.random(in: 0..<6, using: &random) {
        case 0 where depth > 0: object(keys.shuffled(using: &random), depth: depth - 1, &random)
        case 1 where depth > 0: "[\(object(keys, depth: depth - 1, &random)), 1]"
        case 2: "\"é\""
        case 3: "null"
        default: "12"
        }
      return "\"\(key)\"\(colon)\(value)"
    }
    return "{" + members.joined(separator: comma) + "}"
  }

  @Test(arguments: TestSeed.seeds(200))
  func `a record reads the same behind other records and behind blanks of the same length`(
    seed: UInt64
  ) throws {
    var random = SeededRandom(seed: seed)
    let count = Int.random(in: 1...6, using: &random)
    var keys = Array(Self.keys.shuffled(using: &random).prefix(count))
    var before = ""
    for _ in 0..<3 { before += object(keys, depth: 2, &random) + "\n" }
    switch Int.random(in: 0..<5, using: &random) {
    case 0: keys.append(keys[0])
    case 1: keys[keys.count - 1] = keys[0]
    case 2: keys.shuffle(using: &random)
    case 3: keys.append("new")
    default: break
    }
    let record = object(keys, depth: 2, &random)
    let blanks = String(repeating: " ", count: before.utf8.count - 3)
    for size in chunkSizes {
      let behindOthers = try last(before + record, chunkBytes: size)
      let alone = try last(blanks + "\n\n\n" + record, chunkBytes: size)
      #expect(behindOthers == alone, "seed \(seed), chunk size \(size)")
    }
  }

  @Test(arguments: [
    (#"{"a":1,"b":2}"#, #"{"a":1,"a":2}"#, 8), (#"{"a":1,"b":2}"#, #"{"a":1,"b":2,"a":3}"#, 14),
    (#"{"a":1,"b":2}"#, #"{"b":1,"b":2}"#, 8), (#"{"a":1,"b":2}"#, #"{"\u0061":1,"a":2}"#, 13),
    (#"{"a":1}"#, #"{"a":1,"\u0061":2}"#, 8),
  ])
  func `a repeated key is found after an object that has the key once`(
    before: String,
    record: String,
    column: Int
  ) throws {
    let outcome = try last("\(before)\n\(record)", chunkBytes: 1 << 16)
    #expect(outcome == .failure(.duplicateKey, "x:2:\(column)"))
  }
}
