import Glibc
import StateGraphImport

/// Shows the progress of an import on standard error.
///
/// On a terminal, the same line is drawn again and again, and erased at the end. In a log file, a
/// new line is written every ten seconds.
final class ProgressLine {
  private let isWanted: Bool
  private let draws: Bool
  private let stream = StandardStream.error
  /// The time from which the speed (records for each second) is computed. It is the beginning of
  /// the import. In a resumed import it is the time of the first new record, so that the records
  /// before the interruption do not count.
  private var start = ContinuousClock.now
  private var shownAt: ContinuousClock.Instant
  private var line = RedrawnLine()
  private let usesColor: Bool

  /// The time between two redraws on a terminal. Ten redraws in a second look continuous and cost
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

  /// Prints a message of the import on a line of its own, in place of the progress. The next
  /// progress appears below the message.
  func note(_ notice: ImportNotice) {
    guard isWanted else { return }
    erase()
    stream.write(text: "stategraph: \(TerminalText.oneLine(notice.description)).\n")
  }

  /// Erases the progress. Call this method before you print other text; otherwise the text would be
  /// on the same line as the progress.
  func erase() { line.erase() }

  private func draw(_ text: String) {
    line.draw(usesColor ? "\u{1B}[36m" + text + "\u{1B}[0m" : text)
  }
}
