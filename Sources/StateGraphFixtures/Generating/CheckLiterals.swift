import StateGraphSQLite

/// The values that CHECK constraints mention, such as the text in CHECK (state <> 'closed').
///
/// ``ColumnCandidates`` tries these values first, because they often satisfy the constraints.
struct CheckLiterals {
  private(set) var integers: [Int64] = []
  private(set) var reals: [Double] = []
  private(set) var texts: [String] = []
  private(set) var patterns: [TextPattern] = []
  /// One element for each JSON path in the constraints: the names in the path, such as `["a", "b"]`
  /// for `$.a.b`.
  private(set) var paths: [[String]] = []
  /// All words of the constraints outside quotes, in upper case: keywords, functions and columns.
  private(set) var words: Set<String> = []

  init(_ checks: [CheckConstraint]) {
    for check in checks { read(check.tokens) }
  }

  /// The integers of the constraints that may be the required length of a text or a BLOB.
  var lengths: [Int] { integers.filter { (0...4096).contains($0) }.map(Int.init) }

  /// Whether the constraints contain a JSON path or a JSON function, so that texts must probably be
  /// JSON values.
  var isJSON: Bool { !paths.isEmpty || words.contains { $0.hasPrefix("JSON") } }

  /// Whether the constraints contain a date function, so that texts must probably be dates.
  var isDate: Bool {
    !words.isDisjoint(with: ["DATE", "TIME", "DATETIME", "STRFTIME", "JULIANDAY", "UNIXEPOCH"])
  }

  private mutating func read(_ tokens: [SQLToken]) {
    var index = 0
    var (keyword, isNegative) = ("", false)
    while index < tokens.count {
      switch tokens[index] {
      case .word(let word) where word.utf8.first.map { (48...57).contains($0) } == true:
        var number = word
        // The tokenizer returns the number `1.5` as three tokens, which are joined here.
        if index + 2 < tokens.count, case .symbol(".") = tokens[index + 1],
          case .word(let fraction) = tokens[index + 2]
        {
          number += "." + fraction
          index += 2
        }
        add(number: number, isNegative: isNegative)
      case .word(let word):
        keyword = word.uppercased()
        words.insert(keyword)
        if ["TRUE", "FALSE"].contains(keyword) { add(number: "0", isNegative: false) }
      case .string(let text): add(text, after: keyword)
      case .quotedName, .symbol: break
      }
      isNegative = if case .symbol("-") = tokens[index] { true } else { false }
      index += 1
    }
  }

  private mutating func add(number: String, isNegative: Bool) {
    let digits = number.utf8.starts(with: "0x".utf8) ? number.dropFirst(2) : nil
    if let integer = digits.map({ Int64($0, radix: 16) }) ?? Int64(number) {
      let signed = isNegative ? 0 &- integer : integer
      for near in [signed, signed &+ 1, signed &- 1] where !integers.contains(near) {
        integers.append(near)
      }
    } else if let real = Double(number) {
      let signed = isNegative ? -real : real
      reals += [signed, signed + 1, signed - 1, signed / 2]
    }
  }

  private mutating func add(_ text: String, after keyword: String) {
    switch keyword {
    case "LIKE": patterns.append(TextPattern(like: text))
    case "GLOB": patterns.append(TextPattern(glob: text))
    default:
      guard text.utf8.first == UInt8(ascii: "$") else { return texts.append(text) }
      let members = text.dropFirst().split { ".[]\"".contains($0) }.map(String.init)
      paths.append(members)
    }
  }
}
