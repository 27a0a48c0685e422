import ArgumentParser
import StateGraphFormats
import StateGraphImport

/// The value of the option `--quote`: the ASCII character around CSV fields, or `none` if fields
/// are never quoted.
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
