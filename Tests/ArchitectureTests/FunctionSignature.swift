/// The parameters of a function, an initializer or a subscript, found by the tokens of its file.
struct FunctionSignature {
  let line: Int
  private let isSubscript: Bool
  /// The tokens of each parameter.
  private let parameters: [ArraySlice<SwiftTokens.Token>]

  /// The signatures in a file. The operands of an operator are no parameters.
  static func all(in file: SourceFile) -> [FunctionSignature] {
    let tokens = file.scanned.tokens
    return tokens.indices.compactMap { FunctionSignature(tokens, at: $0) }
  }

  var parameterCount: Int { parameters.count }

  var unlabelledCount: Int {
    parameters.count { parameter in
      guard let colon = parameter.firstIndex(where: { $0.text == ":" }) else { return false }
      let names = parameter[..<colon].map(\.text).filter { $0 != "`" }
      return names.contains("_") || (isSubscript && names.count == 1)
    }
  }

  /// Returns nil if no signature begins with the token at `keyword`.
  private init?(_ tokens: [SwiftTokens.Token], at keyword: Int) {
    let kind = tokens[keyword].text
    guard ["func", "init", "subscript"].contains(kind),
      keyword == 0 || tokens[keyword - 1].text != "."
    else { return nil }
    let name = kind == "func" ? keyword + 1 : keyword
    guard name < tokens.count, tokens[name].isIdentifier || tokens[name].text == "`" else {
      return nil
    }
    var start = name + 1
    while start < tokens.count,
      ["?", "!", "`"].contains(tokens[start].text) || tokens[start].isIdentifier
    {
      start += 1
    }
    if start < tokens.count, tokens[start].text == "<" {
      start = Self.end(of: start, in: tokens) + 1
    }
    guard start < tokens.count, tokens[start].text == "(" else { return nil }
    line = tokens[keyword].line
    isSubscript = kind == "subscript"
    parameters = Self.pieces(of: tokens[(start + 1)..<Self.end(of: start, in: tokens)])
  }

  /// The position of the token that closes the bracket at `start`.
  private static func end(of start: Int, in tokens: [SwiftTokens.Token]) -> Int {
    var depth = 0
    for position in start..<tokens.count {
      depth += depthChange(tokens, at: position)
      if depth == 0 { return position }
    }
    return tokens.count - 1
  }

  private static func depthChange(_ tokens: [SwiftTokens.Token], at position: Int) -> Int {
    switch tokens[position].text {
    case "(", "[", "{", "<": 1
    case ">": position > 0 && tokens[position - 1].text == "-" ? 0 : -1
    case ")", "]", "}": -1
    default: 0
    }
  }

  private static func pieces(
    of tokens: ArraySlice<SwiftTokens.Token>
  ) -> [ArraySlice<SwiftTokens.Token>] {
    let all = Array(tokens)
    var depth = 0
    var starts = [0]
    for position in all.indices {
      depth += depthChange(all, at: position)
      if depth == 0, all[position].text == "," { starts.append(position + 1) }
    }
    return zip(starts, starts.dropFirst() + [all.count + 1]).map { all[$0..<max($0, $1 - 1)] }
      .filter { !$0.isEmpty }
  }
}
