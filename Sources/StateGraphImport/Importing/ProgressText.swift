/// Formats the progress of an import as text for a terminal, with or without a bar.
package struct ProgressText {
  /// The fraction of all bytes that has been read, from 0 to 1.
  ///
  /// Nil if the total number of bytes is unknown.
  private let share: Double?
  /// The fraction of all bytes that an interrupted run had already read, from 0 to 1.
  private let resumedShare: Double
  private let records: Int
  private let resumedRecords: Int
  private let seconds: Double

  /// Creates the text for one state of the progress.
  ///
  /// - Parameters:
  ///   - progress: The progress that the text describes.
  ///   - seconds: The time since this run read its first new record. Must be greater than zero.
  package init(_ progress: ImportProgress, seconds: Double) {
    records = progress.records
    resumedRecords = progress.resumedRecords
    self.seconds = seconds
    if let total = progress.totalBytes, total > 0 {
      share = min(1, Double(progress.bytesRead) / Double(total))
      resumedShare = min(1, Double(progress.resumedBytes) / Double(total))
    } else {
      share = nil
      resumedShare = 0
    }
  }

  /// The text without the bar: number of records, speed, percentage and remaining time.
  package var words: String {
    [count, rate, percent, timeLeft].compactMap { $0 }.joined(separator: ", ")
  }

  /// Returns a text of at most `columns` characters.
  ///
  /// If there is not enough space, the text omits the bar first, and the percentage last.
  package func fitting(columns: Int) -> String {
    let choices = [
      [bar, percent, count, rate, timeLeft], [percent, count, rate, timeLeft],
      [percent, count, timeLeft], [percent, count], [percent ?? count],
    ].map { $0.compactMap { $0 }.joined(separator: " ") }
    return choices.first { $0.count <= columns } ?? ""
  }

  private var bar: String? {
    guard let share else { return nil }
    let full = Int(share * 20)
    let rest = String(repeating: "-", count: 20 - full)
    return "[" + String(repeating: "#", count: full) + rest + "]"
  }

  private var percent: String? { share.map { "\(Int($0 * 100)) %" } }
  private var count: String { "\(Self.grouped(records)) records" }

  /// The number of records per second.
  ///
  /// Nil while the import skips the records of an interrupted run.
  private var rate: String? {
    guard records > resumedRecords || resumedRecords == 0 else { return nil }
    return "\(Self.grouped(Int(Double(records - resumedRecords) / seconds)))/s"
  }

  /// The estimated remaining time. Nil until this run has read one percent of the bytes.
  private var timeLeft: String? {
    guard let share, share - resumedShare > 0.01 else { return nil }
    let left = Int(seconds * (1 - share) / (share - resumedShare))
    return left < 120 ? "\(left) s left" : "\(left / 60) min left"
  }

  private static func grouped(_ number: Int) -> String {
    var text = ""
    for (index, digit) in String(number).reversed().enumerated() {
      if index > 0, index % 3 == 0 { text.append(",") }
      text.append(digit)
    }
    return String(text.reversed())
  }
}
