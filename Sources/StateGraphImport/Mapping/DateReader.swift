import StateGraphFormats

/// The reason why a date pattern in a column mapping is invalid.
///
/// An example of a valid pattern is `dd/MM/yyyy`.
enum DatePatternProblem: Error {
  case unknownLetter(Character)
  case repeated(Character)
  case missing(String)
  case halfHours
  case openApostrophe

  static let remedy =
    "Write a pattern such as dd/MM/yyyy HH:mm, or iso8601, epoch-seconds or epoch-milliseconds"

  var message: String {
    switch self {
    case .unknownLetter(let letter):
      "a pattern cannot have the letter \(printable(String(letter))) in this number"
    case .repeated(let letter): "the pattern has \(printable(String(letter))) twice"
    case .missing(let what): "the pattern has no \(what)"
    case .halfHours: "the letters h and a must occur together, and without H"
    case .openApostrophe: "an apostrophe in the pattern has no closing apostrophe"
    }
  }
}

/// Parses dates according to one pattern, such as `dd/MM/yyyy`.
///
/// ``MappedDate/from`` explains the letters of a pattern.
struct DateReader: Sendable {
  private enum Part: Sendable {
    /// A number with a limited count of digits.
    ///
    /// The character is the letter of the pattern, such as `d` for the day.
    case digits(Character, atLeast: Int, atMost: Int)
    case monthName, halfDay, zone
    case literal(UInt8)
    /// The optional time after an ISO 8601 date, such as `T12:30:00Z`.
    case isoTime
  }

  private enum Source: Sendable {
    case parts([Part])
    case seconds, milliseconds
  }

  private let source: Source

  init(_ pattern: String) throws(DatePatternProblem) {
    switch MappedDate.Form(rawValue: pattern) {
    case .epochSeconds: source = .seconds
    case .epochMilliseconds: source = .milliseconds
    case .iso8601: source = .parts(try Self.parts("yyyy-MM-dd") + [.isoTime])
    case nil: source = .parts(try Self.parts(pattern))
    }
  }

  /// Parses a date from text.
  ///
  /// Returns nil if the text does not match the pattern, or if the day does not exist, such as 30
  /// February.
  func timestamp(_ text: String) -> Timestamp? {
    switch source {
    case .seconds: return Int64(text).flatMap { Timestamp(epoch: $0, unitsPerSecond: 1) }
    case .milliseconds: return Int64(text).flatMap { Timestamp(epoch: $0, unitsPerSecond: 1_000) }
    case .parts(let parts):
      var scanner = DateScanner(text)
      for part in parts {
        guard Self.scan(part, scanner: &scanner) else { return nil }
      }
      return scanner.isAtEnd ? scanner.timestamp : nil
    }
  }

  /// Parses a date from a number, such as a number of seconds since 1970.
  ///
  /// If the pattern is not a unit of time, the digits of the number are parsed as text. For
  /// example, `20261122` matches `yyyyMMdd`. Returns nil if the number does not match the pattern.
  func timestamp(_ number: Int64) -> Timestamp? {
    switch source {
    case .seconds: Timestamp(epoch: number, unitsPerSecond: 1)
    case .milliseconds: Timestamp(epoch: number, unitsPerSecond: 1_000)
    case .parts: timestamp(String(number))
    }
  }

  private static func scan(_ part: Part, scanner: inout DateScanner) -> Bool {
    switch part {
    case .digits(let letter, let atLeast, let atMost):
      scanner.digits(letter, atLeast: atLeast, atMost: atMost)
    case .monthName: scanner.monthName()
    case .halfDay: scanner.halfDay()
    case .zone: scanner.zone()
    case .literal(let byte): scanner.skip(byte)
    case .isoTime: scanner.isoTime()
    }
  }

  private static func parts(_ pattern: String) throws(DatePatternProblem) -> [Part] {
    var parts: [Part] = []
    var letters: Set<Character> = []
    var rest = Array(pattern)[...]
    while let first = rest.first {
      if first == "'" {
        parts += try quoted(&rest)
      } else if first.isASCII, first.isLetter {
        let run = rest.prefix { $0 == first }
        rest = rest.dropFirst(run.count)
        guard letters.insert(first).inserted else { throw .repeated(first) }
        parts.append(try field(first, count: run.count))
      } else {
        parts += first.utf8.map { .literal($0) }
        rest = rest.dropFirst()
      }
    }
    for (letter, what) in [("y" as Character, "year"), ("M", "month"), ("d", "day")]
    where !letters.contains(letter) {
      throw .missing(what)
    }
    guard letters.contains("h") == letters.contains("a"), !letters.isSuperset(of: ["h", "H"]) else {
      throw .halfHours
    }
    if letters.contains("m"), letters.isDisjoint(with: ["h", "H"]) { throw .missing("hour") }
    if letters.contains("s"), !letters.contains("m") { throw .missing("minute") }
    if letters.contains("S"), !letters.contains("s") { throw .missing("second") }
    return parts
  }

  /// Parses literal text between apostrophes, such as the `'at'` in `HH 'at' mm`.
  ///
  /// Two apostrophes in a row mean one apostrophe.
  ///
  /// - Parameter rest: The part of the pattern from the opening apostrophe on. This method removes
  ///   the parsed text from it.
  /// - Throws: An error if the closing apostrophe is missing.
  private static func quoted(
    _ rest: inout ArraySlice<Character>
  ) throws(DatePatternProblem) -> [Part] {
    rest = rest.dropFirst()
    var text = ""
    while let next = rest.popFirst() {
      guard next == "'" else {
        text.append(next)
        continue
      }
      if text.isEmpty {
        text = "'"
      } else if rest.first == "'" {
        rest = rest.dropFirst()
        text.append("'")
        continue
      }
      return text.utf8.map { .literal($0) }
    }
    throw .openApostrophe
  }

  private static func field(
    _ letter: Character,
    count: Int
  ) throws(DatePatternProblem) -> Part {
    switch (letter, count) {
    case ("y", 4): .digits("y", atLeast: 4, atMost: 4)
    case ("y", 2): .digits("Y", atLeast: 2, atMost: 2)
    case ("M", 3): .monthName
    case ("M", 1...2), ("d", 1...2), ("H", 1...2), ("h", 1...2), ("m", 1...2), ("s", 1...2):
      .digits(letter, atLeast: count, atMost: 2)
    case ("S", 1...9): .digits("S", atLeast: 1, atMost: 9)
    case ("a", 1): .halfDay
    case ("X", 1...3): .zone
    default: throw .unknownLetter(letter)
    }
  }
}
