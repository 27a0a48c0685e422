/// A progress line on the terminal, which is erased at the end.
///
/// The line is drawn on standard error. Nothing is drawn if standard error is not a terminal that
/// executes escape sequences.
final class StatusLine {
  private let isShown: Bool
  private let stream = StandardStream.error
  private var line = RedrawnLine()
  private var drawnAt: ContinuousClock.Instant?

  init(isWanted: Bool) {
    isShown = isWanted && stream.canDraw
  }

  /// Draws the progress line, at most ten times a second.
  ///
  /// `text` is evaluated only if the line is drawn. It is cut to the width of the terminal.
  func show(_ text: @autoclosure () -> String) {
    guard isShown else { return }
    let now = ContinuousClock.now
    if let drawnAt, drawnAt.duration(to: now) < .milliseconds(100) { return }
    drawnAt = now
    line.draw(String(TerminalText.oneLine(text()).prefix(max(0, stream.columnCount - 1))))
  }

  /// Erases the progress line. Call this before you print anything else, or the texts will be
  /// mixed.
  func erase() {
    line.erase()
    drawnAt = nil
  }
}
