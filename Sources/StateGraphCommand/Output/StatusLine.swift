/// A progress line on the terminal, which is erased at the end.
///
/// The line is drawn on standard error. A terminal that cannot execute escape sequences shows no
/// line.
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
  /// The text is cut to the width of the terminal. `text` is evaluated only if the line is drawn.
  func show(_ text: @autoclosure () -> String) {
    guard isShown else { return }
    let now = ContinuousClock.now
    if let drawnAt, drawnAt.duration(to: now) < .milliseconds(100) { return }
    drawnAt = now
    line.draw(String(TerminalText.oneLine(text()).prefix(max(0, stream.columnCount - 1))))
  }

  /// Erases the progress line. Call this method before you print other text, or the two texts are
  /// mixed.
  func erase() {
    line.erase()
    drawnAt = nil
  }
}
