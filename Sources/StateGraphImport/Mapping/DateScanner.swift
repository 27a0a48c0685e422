/// Reads the fields of a date, such as the day and the month, from left to right.
///
/// Each method reads one field at the current position of the text, and returns false if the text
/// does not match the field.
struct DateScanner {
  private let text: [UInt8]
  private var position = 0
  private var year = 0
  private var month = 0
  private var day = 0
  private var hour = 0
  private var minute = 0
  private var second = 0
  private var nanosecond = 0
  private var isAfternoon: Bool?
  private var hasTime = false
  private var offsetMinutes = 0

  init(_ text: String) {
    self.text = Array(text.utf8)
  }

  var isAtEnd: Bool { position == text.count }

  /// The date that the fields form.
  ///
  /// Nil if the day does not exist, such as 30 February, or if the hour, minute or second is too
  /// large.
  var timestamp: Timestamp? {
    var hour = hour
    if let isAfternoon {
      guard (1...12).contains(hour) else { return nil }
      hour = hour % 12 + (isAfternoon ? 12 : 0)
    }
    return Timestamp(
      year: year,
      month: month,
      day: day,
      secondOfDay: hour < 24 && minute < 60 && second < 60
        ? (hour * 60 + minute) * 60 + second : nil,
      nanosecond: nanosecond,
      offsetMinutes: offsetMinutes,
      hasTime: hasTime
    )
  }

  mutating func digits(_ letter: Character, atLeast: Int, atMost: Int) -> Bool {
    guard let (value, count) = number(atLeast: atLeast, atMost: atMost) else { return false }
    if "HhmsS".contains(letter) { hasTime = true }
    switch letter {
    case "y": year = value
    case "Y": year = value + (value < 70 ? 2_000 : 1_900)
    case "M": month = value
    case "d": day = value
    case "H", "h": hour = value
    case "m": minute = value
    case "s": second = value
    default: nanosecond = (count..<9).reduce(value) { scaled, _ in scaled * 10 }
    }
    return true
  }

  mutating func monthName() -> Bool {
    let names = [
      "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]
    guard let index = names.firstIndex(where: { isNext($0) }) else { return false }
    month = index + 1
    position += 3
    return true
  }

  mutating func halfDay() -> Bool {
    guard isNext("am") || isNext("pm") else { return false }
    isAfternoon = isNext("pm")
    position += 2
    return true
  }

  mutating func skip(_ byte: UInt8) -> Bool {
    guard position < text.count, text[position] == byte else { return false }
    position += 1
    return true
  }

  /// Reads a time zone, such as `Z`, `+01`, `-0130` or `+01:30`. Also accepts a small `z`.
  mutating func zone() -> Bool {
    if skip(UInt8(ascii: "Z")) || skip(UInt8(ascii: "z")) { return true }
    let isWest = skip(UInt8(ascii: "-"))
    guard isWest || skip(UInt8(ascii: "+")), let (hours, _) = number(atLeast: 2, atMost: 2) else {
      return false
    }
    let hasColon = skip(UInt8(ascii: ":"))
    let minutes = number(atLeast: 2, atMost: 2)?.value
    guard hours < 24, (minutes ?? 0) < 60, minutes != nil || !hasColon else { return false }
    offsetMinutes = (hours * 60 + (minutes ?? 0)) * (isWest ? -1 : 1)
    return true
  }

  /// Reads the time of an ISO 8601 date, such as `T12:30:05.5+01:00`.
  ///
  /// Seconds, fraction and time zone are optional. Also returns true at the end of the text,
  /// because a date may have no time.
  mutating func isoTime() -> Bool {
    if isAtEnd { return true }
    guard skip(UInt8(ascii: "T")) || skip(UInt8(ascii: "t")) || skip(UInt8(ascii: " ")),
      digits("H", atLeast: 2, atMost: 2), skip(UInt8(ascii: ":")),
      digits("m", atLeast: 2, atMost: 2)
    else { return false }
    if skip(UInt8(ascii: ":")) {
      guard digits("s", atLeast: 2, atMost: 2) else { return false }
      if skip(UInt8(ascii: ".")) || skip(UInt8(ascii: ",")) {
        guard digits("S", atLeast: 1, atMost: 9) else { return false }
      }
    }
    return isAtEnd || zone()
  }

  private func isNext(_ word: String) -> Bool {
    let letters = Array(word.utf8)
    guard position + letters.count <= text.count else { return false }
    return letters.indices.allSatisfy { text[position + $0] | 0x20 == letters[$0] }
  }

  private mutating func number(atLeast: Int, atMost: Int) -> (value: Int, count: Int)? {
    let digits = text[position...].prefix(atMost).prefix { (0x30...0x39).contains($0) }
    guard digits.count >= atLeast else { return nil }
    position += digits.count
    return (digits.reduce(0) { $0 * 10 + Int($1 & 0x0F) }, digits.count)
  }
}
