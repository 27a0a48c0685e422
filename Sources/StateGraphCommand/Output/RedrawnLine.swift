/// One line of standard error on a terminal, whose text can be replaced repeatedly.
struct RedrawnLine {
  private let stream = StandardStream.error
  private var isDrawn = false

  /// Replaces the text of the line with `text`, which must fit into the width of the terminal.
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
