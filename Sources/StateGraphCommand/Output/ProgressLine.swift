import Glibc
import StateGraphImport

/// Shows the progress of an import on standard error.
///
/// On a terminal, one line is redrawn, and erased at the end. In a log, a new line is written every
/// ten seconds.
final class ProgressLine {
  private let isWanted: Bool
  private let draws: Bool
  private let stream = StandardStream.error
  /// The time from which the speed is computed.
  ///
  /// This is the time at which the import began or, for a resumed import, the time of its first new
  /// record.
  private var start = ContinuousClock.now
  private var shownAt: ContinuousClock.Instant
  private var line = RedrawnLine()
  private let usesColor: Bool

  /// The time between two redraws on a terminal. Ten redraws per second look continuous and cost
  /// little.
  private static let drawingInterval = Duration.milliseconds(100)
  private static let loggingInterval = Duration.seconds(10)

  init(isWanted: Bool) {
    self.isWanted = isWanted
    draws = isWanted && stream.canDraw
    usesColor = getenv("NO_COLOR").map { $0.pointee == 0 } ?? true
    // On a terminal, the first line is drawn immediately. In a log, the first line is written after
    // ten seconds.
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
      stream.write(text: "stategraph: \(text.words)\n")
    }
  }

  /// Prints a message of the import. The message stays on the screen above the progress line.
  func note(_ notice: ImportNotice) {
    guard isWanted else { return }
    erase()
    stream.write(text: "stategraph: \(TerminalText.oneLine(notice.description)).\n")
  }

  /// Erases the progress line. Call this method before you print other text, or the two texts are
  /// mixed.
  func erase() { line.erase() }

  private func draw(_ text: String) {
    line.draw(usesColor ? "\u{1B}[36m" + text + "\u{1B}[0m" : text)
  }
}
