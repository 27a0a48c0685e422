import ImportTestSupport
import StateGraphFormats

extension JSONConformanceCase {
  /// Texts that RFC 8259 leaves to the parser, with the result of this parser.
  static let open: [JSONConformanceCase] = [
    Self("byte order mark", [0xEF, 0xBB, 0xBF, 0x7B, 0x7D]),
    Self("byte order mark twice", [0xEF, 0xBB, 0xBF, 0xEF, 0xBB, 0xBF, 0x7B, 0x7D]),
    Self("high surrogate alone", #"["\uD800"]"#, .malformedJSON),
    Self("high surrogate then text", #"["\uD800abc"]"#, .malformedJSON),
    Self("high surrogate then escape", #"["\uD800\n"]"#, .malformedJSON),
    Self("high surrogate twice", #"["\uD800\uD800"]"#, .malformedJSON),
    Self("low surrogate alone", #"["\uDFAA"]"#, .malformedJSON),
    Self("pair reversed", #"["\uDC00\uD800"]"#, .malformedJSON),
    Self("pair cut", #"["\uD83D\uDE"]"#, .malformedJSON),
    Self("integer above 64 bits", "[9223372036854775808]"),
    Self("integer below 64 bits", "[-9223372036854775809]"),
    Self("integer of 24 digits", "[123123123123123123123123]"),
    Self("real overflow", "[1e400]"),
    Self("real negative overflow", "[-1e400]"),
    Self("real huge exponent", "[0.4e0066" + String(repeating: "9", count: 67) + "]"),
    Self("real underflow", "[1e-400]"),
    Self("real negative exponent huge", "[123e-10000000]"),
    Self("real zero huge exponent", "[0e99999999]"),
    Self("real zero huge negative exponent", "[-0.0e-99999999]"),
    Self("real many digits", "[0." + String(repeating: "3", count: 400) + "]"),
    Self("depth 128", String(repeating: "[", count: 128) + String(repeating: "]", count: 128)),
    Self(
      "depth 129",
      String(repeating: "[", count: 129) + String(repeating: "]", count: 129),
      .tooDeep
    ),
    Self("depth 100000", String(repeating: "[", count: 100000), .tooDeep),
    Self("depth 100000 objects", String(repeating: "{\"\":", count: 100000), .tooDeep),
    Self("utf16 little endian mark", [0xFF, 0xFE, 0x5B, 0x00, 0x31, 0x00, 0x5D, 0x00]),
    Self("utf16 little endian", [0x5B, 0x00, 0x31, 0x00, 0x5D, 0x00]),
    Self("utf16 big endian", [0x00, 0x5B, 0x00, 0x31, 0x00, 0x5D]),
    Self(
      "utf32",
      [
        0xFF, 0xFE, 0x00, 0x00, 0x5B, 0x00, 0x00,
        0x00, 0x31, 0x00, 0x00, 0x00, 0x5D, 0x00, 0x00, 0x00,
      ],
      .unsupportedEncoding
    ),
    Self("empty", ""),
    Self("blank", " \r\n"),
    Self("key twice", #"{"a":1,"a":2}"#),
  ]
}
