import Glibc
import StateGraphImport

/// Shows the progress of an import on standard error. On a terminal, one line is redrawn and erased
/// at the end. Otherwise, a new line is written every ten seconds.
final class ProgressLine {
  private let isWanted: Bool
  private let draws: Bool
  private let stream = StandardStream.error
  /// The beginning of the import. For a resumed import, the time of the first new record.
  private var start = ContinuousClock.now
  private var shownAt: ContinuousClock.Instant
  private var isDrawn = false
  private let usesColor: Bool

  /// Ten times a second looks continuous and costs a terminal little.
  private static let drawingInterval = Duration.milliseconds(100)
  private static let loggingInterval = Duration.seconds(10)

  init(isWanted: Bool) {
    self.isWanted = isWanted
    draws = isWanted && stream.canDraw
    usesColor = getenv("NO_COLOR").map { $0.pointee == 0 } ?? true
    // The first drawing comes at once, the first line of a log after its interval.
    shownAt = draws ? start.advanced(by: .zero - Self.drawingInterval) : start
  }

  func show(_ progress: ImportProgress) {
    guard isWanted else { return }
    let now = ContinuousClock.now
    if progress.resumedRecords > 0, progress.records == progress.resumedRecords { start = now }
    let interval = draws ? Self.drawingInterval : Self.loggingInterval
    guard shownAt.duration(to: now) >= interval else { return }
    shownAt = now
    let elapsed = start.duration(to: now)
    let seconds = Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) / 1e18
    let text = ProgressText(progress, seconds: max(seconds, 0.001))
    if draws {
      draw(text.fitting(columns: stream.columnCount - 1))
    } else {
      write("stategraph: \(text.words)\n")
    }
  }

  /// Prints a line that is not erased.
  func note(_ notice: ImportNotice) {
    guard isWanted else { return }
    erase()
    write("stategraph: \(TerminalText.oneLine(notice.description)).\n")
  }

  /// Erases the line. Call before printing anything else.
  func erase() {
    guard isDrawn else { return }
    draw("")
    isDrawn = false
  }

  private func draw(_ text: String) {
    let colored = usesColor && !text.isEmpty ? "\u{1B}[36m" + text + "\u{1B}[0m" : text
    write("\r\u{1B}[2K" + colored)
    isDrawn = true
  }

  private func write(_ text: String) {
    var text = text
    text.withUTF8 { _ = stream.write(UnsafeRawBufferPointer($0)) }
  }
}
