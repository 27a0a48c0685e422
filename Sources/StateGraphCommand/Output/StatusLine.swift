/// Shows the progress of an export or another slow command on one line of the terminal, which is
/// erased at the end.
///
/// The line is drawn on standard error. If standard error is not a terminal that executes escape
/// sequences, nothing is shown.
final class StatusLine {
  private let isShown: Bool
  private let stream = StandardStream.error
  private var line = RedrawnLine()
  private var drawnAt: ContinuousClock.Instant?

  init(isWanted: Bool) {
    isShown = isWanted && stream.canDraw
  }

  /// Draws the line, at most ten times in a second. Other calls do nothing and do not evaluate
  /// `text`. The text is cut to the width of the terminal.
  func show(_ text: @autoclosure () -> String) {
    guard isShown else { return }
    let now = ContinuousClock.now
    if let drawnAt, drawnAt.duration(to: now) < .milliseconds(100) { return }
    drawnAt = now
    line.draw(String(TerminalText.oneLine(text()).prefix(max(0, stream.columnCount - 1))))
  }

  /// Erases the line. Call this method before you print other text; otherwise the text would be on
  /// the same line as the progress.
  func erase() {
    line.erase()
    drawnAt = nil
  }
}

/// A line of standard error on a terminal that is drawn repeatedly with new text, such as a
/// progress.
struct RedrawnLine {
  private let stream = StandardStream.error
  private var isDrawn = false

  /// Replaces the text of the line with `text`, which must fit into the width of the terminal.
  mutating func draw(_ text: String) {
    stream.write(text: "\r\u{1B}[2K" + text)
    isDrawn = true
  }

  /// Erases the line. Does nothing if the line is not drawn.
  mutating func erase() {
    guard isDrawn else { return }
    stream.write(text: "\r\u{1B}[2K")
    isDrawn = false
  }
}
