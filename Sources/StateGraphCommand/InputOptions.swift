import ArgumentParser
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

  func apply(to input: inout ImportInput) {
    input.encoding = encoding
  }
}
