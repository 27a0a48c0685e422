// A conformance of a public type to a public protocol is public. Swift therefore requires public
// imports of the modules that declare the type and the protocol.
public import ArgumentParser
public import StateGraphFormats
public import StateGraphImport

extension DanglingPolicy: ExpressibleByArgument {}
extension ConflictPolicy: ExpressibleByArgument {}
extension DuplicatePolicy: ExpressibleByArgument {}
extension FieldRules.EmptyField: ExpressibleByArgument {}
extension NumberPolicy: ExpressibleByArgument {}
extension TextEncoding: ExpressibleByArgument {}
extension DuplicateKeyPolicy: ExpressibleByArgument {}
extension ErrorPolicy: ExpressibleByArgument {}
extension MissingKeyPolicy: ExpressibleByArgument {}

/// The value of a command-line option that must be one ASCII character, such as a delimiter. `\t`
/// stands for a tab.
struct SingleByte: ExpressibleByArgument {
  let byte: UInt8

  init(byte: UInt8) { self.byte = byte }

  init?(argument: String) {
    let text = argument == "\\t" ? "\t" : argument
    guard text.utf8.count == 1, let byte = text.utf8.first, byte > 0, byte < 0x80 else {
      return nil
    }
    self.byte = byte
  }
}

/// What `import` and `infer` do with a CSV row that has fewer fields than the header: report an
/// error, or fill the missing fields with NULL.
enum RaggedRows: String, ExpressibleByArgument, CaseIterable {
  case error, fill
}

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
