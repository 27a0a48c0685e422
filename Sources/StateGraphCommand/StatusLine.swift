/// A line on the terminal that says how far something is, and is gone at its end.
///
/// Drawn on standard error, only where that is a terminal that can move its cursor.
final class StatusLine {
  private let isShown: Bool
  private let stream = StandardStream.error
  private var drawnAt: ContinuousClock.Instant?

  init(isWanted: Bool) {
    isShown = isWanted && stream.canDraw
  }

  /// Ten times a second is what an eye follows and a terminal does not notice.
  func show(_ text: @autoclosure () -> String) {
    guard isShown else { return }
    let now = ContinuousClock.now
    if let drawnAt, drawnAt.duration(to: now) < .milliseconds(100) { return }
    drawnAt = now
    draw(String(TerminalText.oneLine(text()).prefix(max(0, stream.columnCount - 1))))
  }

  /// Call before anything else is printed.
  func erase() {
    guard drawnAt != nil else { return }
    draw("")
    drawnAt = nil
  }

  private func draw(_ text: String) {
    var line = "\r\u{1B}[2K" + text
    line.withUTF8 { _ = stream.write(UnsafeRawBufferPointer($0)) }
  }
}
