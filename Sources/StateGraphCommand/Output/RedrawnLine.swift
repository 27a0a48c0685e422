/// One line on a terminal, on standard error, that is drawn again and again in its place.
struct RedrawnLine {
  private let stream = StandardStream.error
  private var isDrawn = false

  /// Draws `text`, which must fit into the width of the terminal, over the text before.
  mutating func draw(_ text: String) {
    stream.write(text: "\r\u{1B}[2K" + text)
    isDrawn = true
  }

  /// Erases the line. Does nothing if the line was not drawn.
  mutating func erase() {
    guard isDrawn else { return }
    stream.write(text: "\r\u{1B}[2K")
    isDrawn = false
  }
}
