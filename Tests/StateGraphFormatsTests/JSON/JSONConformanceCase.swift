import ImportTestSupport
import StateGraphFormats
import Testing

/// One text of the conformance table.
struct JSONConformanceCase: Sendable, CustomTestStringConvertible {
  let name: String
  let input: [UInt8]
  /// Why the reader refuses the text, where RFC 8259 lets it.
  let refusal: ImportError.Code?

  init(_ name: String, _ input: String, _ refusal: ImportError.Code? = nil) {
    self.init(name, Array(input.utf8), refusal)
  }

  init(_ name: String, _ input: [UInt8], _ refusal: ImportError.Code? = nil) {
    (self.name, self.input, self.refusal) = (name, input, refusal)
  }

  var testDescription: String { name }
}
