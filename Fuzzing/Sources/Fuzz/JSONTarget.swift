import StateGraphFormats

/// Checks that the tokens and records of the JSON readers agree with `JSONGrammar` and do not
/// depend on the chunks of the input.
enum JSONTarget {
  static func run(_ input: [UInt8]) {
    tokens(input)
    records(input)
  }

  private static func tokens(_ input: [UInt8]) {
    let whole = JSONTokens(input, chunkBytes: input.count + 1)
    for chunkBytes in [1, 5] {
      let pieces = JSONTokens(input, chunkBytes: chunkBytes)
      require(pieces == whole, "chunks of \(chunkBytes) change nothing: \(pieces), \(whole)")
    }
    let isBlank = input.allSatisfy { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
    let isJSON = JSONGrammar.accepts(input, maximumDepth: JSONReader.defaultMaximumDepth)
    let isCompressed = input.starts(with: [0x1F, 0x8B])
    if !isBlank, !isCompressed, input != [0xEF, 0xBB, 0xBF] {
      let agrees = whole.isComplete == isJSON || whole.isBlankText
      require(agrees, "the grammar returns \(isJSON): \(whole)")
    }
    if TextPlaces.areCountable(input) {
      whole.checkPlaces(in: input)
      whole.checkNumbers(in: input)
    }
    let limited = [1, 4, input.count + 1].map {
      JSONTokens(input, chunkBytes: $0, maximumFieldBytes: 12)
    }
    let refusals = limited.map { $0.failures.last?.code }
    for one in limited {
      // In a large chunk, the reader can find an error behind the limit. In small chunks, it
      // reaches the limit first.
      let isSame = one == limited[0] || (refusals.contains(.fieldTooLarge) && !one.isComplete)
      require(isSame, "the same under a limit: \(one) and \(limited[0])")
    }
  }

  private static func records(_ input: [UInt8]) {
    for root in [nil, "a"] {
      let whole = JSONRecords(input, root: root, chunkBytes: input.count + 1)
      for chunkBytes in [1, 5] {
        let pieces = JSONRecords(input, root: root, chunkBytes: chunkBytes)
        require(pieces == whole, "chunks of \(chunkBytes) change nothing: \(pieces), \(whole)")
      }
      if TextPlaces.areCountable(input) {
        let places = TextPlaces(input)
        for failure in whole.failures { places.check(failure.place, "the error \(failure.code)") }
        for value in whole.values { places.check(value.place.inFile("input"), "a record") }
      }
      guard whole.failures.isEmpty else { continue }
      let text = whole.values.map(JSONText.of).joined(separator: "\n")
      let again = JSONRecords(Array(text.utf8), root: nil, chunkBytes: 7)
      require(
        again.failures.isEmpty && again.values.map(JSONText.of) == whole.values.map(JSONText.of),
        "the records survive a round trip: \(text)"
      )
    }
  }
}
