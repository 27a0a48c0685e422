import ArgumentParser
import StateGraphFormats
import StateGraphImport

/// The options that say how an input is to be read.
struct InputOptions: ParsableArguments {
  @Option(
    help: """
      utf-8, utf-16, utf-16le, utf-16be, latin1 or windows-1252 (default: by the byte order mark \
      or the pattern of UTF-16, else utf-8).
      """
  )
  var encoding: TextEncoding?

  @Option(
    help: "The ASCII character around CSV fields, or none (default: \" or ', by the content)."
  )
  var quote: QuoteOption?

  @Flag(help: "The first CSV line is data: its fields are the table's columns in order.")
  var noHeader = false

  @Flag(help: "The JSON records are the members of one object, each under its key.")
  var mapById = false

  @Option(help: "What to do with a key that a JSON object repeats: refuse it, or take the last.")
  var duplicateKeys = DuplicateKeyPolicy.refuse

  @Option(help: "How deep JSON may be nested, from 1 to 1000 (default: 128).")
  var maxDepth: Int?

  @Option(
    help: "A JSON file that says how names and values become those of the tables.",
    completion: .file(extensions: ["json"])
  )
  var mapping: String?

  @Flag(help: "Leave out columns and members that the tables lack.")
  var ignoreUnknown = false

  @Flag(help: "Read the files in the order given, not those first that others refer to.")
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

  /// Says on standard error what nobody could expect of an input.
  private static func announce(_ text: String) {
    // On a terminal the line of the progress may be there.
    let start = StandardStream.error.canDraw ? "\r\u{1B}[2K" : ""
    var line = start + "stategraph: " + TerminalText.oneLine(text) + "\n"
    line.withUTF8 { _ = StandardStream.error.write(UnsafeRawBufferPointer($0)) }
  }
}

/// A quote character on the command line, or that there is none.
struct QuoteOption: ExpressibleByArgument {
  let quote: CSVQuote

  init?(argument: String) {
    if argument == "none" {
      quote = .absent
    } else if let character = SingleByte(argument: argument) {
      quote = .byte(character.byte)
    } else {
      return nil
    }
  }
}
