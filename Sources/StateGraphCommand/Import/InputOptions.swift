import ArgumentParser
import StateGraphFormats
import StateGraphImport

/// The command-line options for reading input files, such as the encoding and the quote character.
struct InputOptions: ParsableArguments {
  @Option(
    help: """
      utf-8, utf-16, utf-16le, utf-16be, latin1 or windows-1252 (default: detected from the byte \
      order mark or the pattern of UTF-16, otherwise utf-8).
      """
  )
  var encoding: TextEncoding?

  @Option(
    help: "The ASCII character around CSV fields, or none (default: \" or ', detected)."
  )
  var quote: QuoteOption?

  @Flag(help: "Read the first CSV line as data, with the columns of the table in order.")
  var noHeader = false

  @Flag(help: "Read the members of one JSON object as records, each with its name as its key.")
  var mapById = false

  @Option(
    help: "For a repeated member name in a JSON object: refuse the input, or take the last value."
  )
  var duplicateKeys = DuplicateKeyPolicy.refuse

  @Option(help: "The maximum nesting of JSON, from 1 to 1000 (default: 128).")
  var maxDepth: Int?

  @Option(
    help: "A JSON file that maps names and values of the inputs to those of the tables.",
    completion: .file(extensions: ["json"])
  )
  var mapping: String?

  @Flag(help: "Ignore columns and members that the tables do not have.")
  var ignoreUnknown = false

  @Flag(help: "Read the files in the given order, instead of referenced tables first.")
  var keepOrder = false

  func apply(to request: inout ImportRequest, isQuiet: Bool) {
    request.keepsOrder = keepOrder
    request.mapping = mapping.map { .file($0) }
    request.ignoresUnknown = ignoreUnknown
    guard !isQuiet else { return }
    request.willRead = { if $0.isSniffed { Self.announce($0.description) } }
    request.didSkip = { Self.announce($0.description) }
  }

  func apply(to input: inout ImportInput) {
    input.encoding = encoding
    input.quote = quote?.quote
    input.hasHeader = !noHeader
    input.isMapByKey = mapById
    input.duplicateKeys = duplicateKeys
    input.maximumDepth = maxDepth
  }

  /// Writes a remark about an input file to standard error, for example the detected format.
  private static func announce(_ text: String) {
    // On a terminal, this sequence erases the progress line. Otherwise the remark would follow on
    // the same line.
    let start = StandardStream.error.canDraw ? "\r\u{1B}[2K" : ""
    var line = start + "stategraph: " + TerminalText.oneLine(text) + "\n"
    line.withUTF8 { _ = StandardStream.error.write(UnsafeRawBufferPointer($0)) }
  }
}
