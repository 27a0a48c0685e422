import ArgumentParser
import StateGraphFormats
import StateGraphImport

/// A quote character from the command line, or `none`.
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
