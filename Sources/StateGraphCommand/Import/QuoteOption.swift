import ArgumentParser
import StateGraphFormats
import StateGraphImport

/// A command-line argument for the quote character of CSV fields: one ASCII character or `none`.
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
