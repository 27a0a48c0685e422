import StateGraphFormats

/// The tokens, errors and places that the pull parser reports for one input.
struct JSONTokens: Equatable {
  struct Token: Equatable {
    let token: JSONToken
    let text: [UInt8]
    let place: InputPlace
  }

  struct Failure: Equatable {
    let code: ImportError.Code
    let place: InputPlace?
  }

  var tokens: [Token] = []
  var failures: [Failure] = []
  /// Whether the reader has reached the end of the input.
  var isComplete = false

  /// Whether the input has no content: the reader finds no record, and the grammar no JSON.
  var isBlankText: Bool { isComplete && tokens.isEmpty && failures.isEmpty }

  init(
    _ input: [UInt8],
    chunkBytes: Int,
    maximumFieldBytes: Int = ByteSource.defaultMaximumFieldBytes
  ) {
    do {
      let source = try ByteSource(
        bytes: input,
        name: "input",
        encoding: .utf8,
        chunkBytes: chunkBytes,
        maximumFieldBytes: maximumFieldBytes
      )
      let reader = JSONReader(source)
      while read(reader) {
        require(
          source.compression != nil || tokens.count + failures.count <= input.count,
          "every token has at least one byte"
        )
      }
    } catch {
      failures.append(Failure(code: error.code, place: error.place))
    }
  }

  private mutating func read(_ reader: JSONReader) -> Bool {
    do {
      let token = try reader.next()
      guard token != .end else {
        isComplete = true
        return false
      }
      let hasText = token == .key || token == .string
      let number = token == .number ? Array(reader.numberText.utf8) : []
      tokens.append(
        Token(
          token: token,
          text: hasText ? Array(reader.text) : number,
          place: reader.tokenPlace.inFile("input")
        )
      )
      return true
    } catch {
      failures.append(Failure(code: error.code, place: error.place))
      return false
    }
  }

  func checkPlaces(in input: [UInt8]) {
    let places = TextPlaces(input)
    for failure in failures { places.check(failure.place, "the error \(failure.code)") }
    for token in tokens { places.check(token.place, "the token \(token.token)") }
  }

  /// Checks that each number is the one that the standard library reads from its text.
  func checkNumbers(in input: [UInt8]) {
    for token in tokens {
      let text = JSONGrammar.number(input[Int(token.place.byteOffset)...]) ?? ""
      switch token.token {
      case .integer(let integer):
        require(Int64(text) == integer, "\(text) is read as \(integer)")
      case .real(let real):
        require(text == real.description, "\(text) is read as \(real)")
      case .number:
        require(token.text == Array(text.utf8), "\(text) is read as \(token.text)")
        let isExact = Int64(text).map { String($0) == text } ?? (Double(text)?.description == text)
        require(!isExact, "\(text) is no value")
      default: break
      }
    }
  }
}
