import ArgumentParser
import StateGraphFormats
import StateGraphImport

/// The options of `import` that control how the inputs are matched with the tables of a database.
struct InputOptions: ParsableArguments {
  @Flag(help: "Ignore columns and members that the tables do not have.")
  var ignoreUnknown = false

  @Flag(help: "Read the files in the given order, instead of referenced tables first.")
  var keepOrder = false

  func apply(to request: inout ImportRequest, isQuiet: Bool) {
    request.keepsOrder = keepOrder
    request.ignoresUnknown = ignoreUnknown
    guard !isQuiet else { return }
    request.willRead = { if $0.isSniffed { Self.announce($0.description) } }
    request.didSkip = { Self.announce($0.description) }
  }

  /// Writes a remark about an input to standard error, such as the detected format of a file.
  private static func announce(_ text: String) {
    // On a terminal, this sequence erases the line that shows the progress. Otherwise the remark
    // would be written behind the progress on the same line.
    let start = StandardStream.error.canDraw ? "\r\u{1B}[2K" : ""
    var line = start + "stategraph: " + TerminalText.oneLine(text) + "\n"
    line.withUTF8 { _ = StandardStream.error.write(UnsafeRawBufferPointer($0)) }
  }
}
