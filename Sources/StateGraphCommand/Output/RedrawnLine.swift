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
