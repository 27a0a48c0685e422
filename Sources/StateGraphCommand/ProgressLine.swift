import Glibc
import StateGraphImport

/// A line on the terminal that says how far an import is, and is gone at its end.
///
/// Drawn on standard error, only where that is a terminal that can move its cursor.
final class ProgressLine {
  private let isShown: Bool
  private let stream = StandardStream.error
  private let start = ContinuousClock.now
  private var drawnAt: ContinuousClock.Instant?
  private let usesColor: Bool

  init(isWanted: Bool) {
    isShown = isWanted && stream.canDraw
    usesColor = getenv("NO_COLOR").map { $0.pointee == 0 } ?? true
  }

  func show(_ progress: ImportProgress) {
    guard isShown else { return }
    let now = ContinuousClock.now
    // Ten times a second is what an eye follows and a terminal does not notice.
    if let drawnAt, drawnAt.duration(to: now) < .milliseconds(100) { return }
    drawnAt = now
    let elapsed = start.duration(to: now)
    let seconds = Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) / 1e18
    draw(Self.text(progress, seconds: max(seconds, 0.001), width: stream.columnCount - 1))
  }

  /// Call before anything else is printed.
  func erase() {
    guard drawnAt != nil else { return }
    draw("")
    drawnAt = nil
  }

  private func draw(_ text: String) {
    let colored = usesColor && !text.isEmpty ? "\u{1B}[36m" + text + "\u{1B}[0m" : text
    var line = "\r\u{1B}[2K" + colored
    line.withUTF8 { _ = stream.write(UnsafeRawBufferPointer($0)) }
  }

  static func text(_ progress: ImportProgress, seconds: Double, width: Int) -> String {
    let rate = Double(progress.records) / seconds
    var text = "\(grouped(progress.records)) records, \(grouped(Int(rate)))/s"
    if let total = progress.totalBytes, total > 0 {
      let done = min(1, Double(progress.bytesRead) / Double(total))
      let percent = Int(done * 100)
      let left = done > 0.01 ? ", \(Int(seconds * (1 - done) / done)) s left" : ""
      let bar = String(repeating: "#", count: percent / 5)
      let rest = String(repeating: "-", count: 20 - percent / 5)
      text = "[\(bar)\(rest)] \(percent) % \(text)\(left)"
    }
    return String(text.prefix(max(0, width)))
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
