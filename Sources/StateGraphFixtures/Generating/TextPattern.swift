/// A LIKE or GLOB pattern from a CHECK constraint. The generator makes texts that match the
/// pattern.
struct TextPattern {
  private enum Part {
    case one([UInt8])
    case many
  }

  private static let letters = Array("abcdefghijklmnopqrstuvwxyz".utf8)

  private let parts: [Part]
  /// One element for each set in square brackets: its characters. For a set such as `[^a-z]`, these
  /// are the excluded characters.
  let alphabets: [[UInt8]]

  init(like pattern: String) {
    parts = pattern.utf8.map { byte in
      switch byte {
      case UInt8(ascii: "%"): .many
      case UInt8(ascii: "_"): .one(Self.letters)
      default: .one([byte])
      }
    }
    alphabets = []
  }

  init(glob pattern: String) {
    var (parts, alphabets): ([Part], [[UInt8]]) = ([], [])
    var rest = Array(pattern.utf8)[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "*"): parts.append(.many)
      case UInt8(ascii: "?"): parts.append(.one(Self.letters))
      case UInt8(ascii: "["):
        let (set, isExcluded) = Self.set(&rest)
        alphabets.append(set)
        let others = Self.letters + Array("0123456789".utf8)
        parts.append(.one(isExcluded ? others.filter { !set.contains($0) } : set))
      default: parts.append(.one([byte]))
      }
    }
    (self.parts, self.alphabets) = (parts, alphabets)
  }

  /// Reads the rest of a set of characters after its opening bracket, such as `a-z0-9]`.
  private static func set(_ rest: inout ArraySlice<UInt8>) -> ([UInt8], isExcluded: Bool) {
    let isExcluded = rest.first == UInt8(ascii: "^")
    if isExcluded { rest.removeFirst() }
    var set: [UInt8] = []
    while let byte = rest.popFirst(), byte != UInt8(ascii: "]") || set.isEmpty {
      if byte == UInt8(ascii: "-"), let first = set.last, let last = rest.first, first <= last,
        last != UInt8(ascii: "]")
      {
        set += (first...last).dropFirst()
        rest.removeFirst()
      } else {
        set.append(byte)
      }
    }
    return (set, isExcluded)
  }

  /// Returns a text that matches the pattern.
  func text(_ choices: ChoiceSequence) -> String {
    var bytes: [UInt8] = []
    for part in parts {
      switch part {
      case .one(let set): if let byte = choices.element(of: set) { bytes.append(byte) }
      case .many: bytes += Self.bytes(of: Self.letters, count: choices.below(7), choices)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns a text of `count` characters from an alphabet.
  static func bytes(of alphabet: [UInt8], count: Int, _ choices: ChoiceSequence) -> [UInt8] {
    (0..<count).compactMap { _ in choices.element(of: alphabet) }
  }
}
