/// The declarations of a Swift file, found by its tokens.
struct SourceDeclarations {
  /// A type or an extension, at any depth. `name` is whole: `Database.Configuration`.
  struct TypeBody: Equatable {
    let name: String
    let isExtension: Bool
    /// The number of lines from the keyword to the closing brace, without the lines of the types
    /// nested in the type.
    var lineCount: Int
  }
  struct Function: Equatable {
    let name: String
    let line: Int
    /// The number of lines from the keyword to the closing brace.
    let lineCount: Int
  }

  private(set) var types: [TypeBody] = []
  private(set) var functions: [Function] = []
  /// The names that the whole module can see: types, functions, constants and variables that stand
  /// in no other declaration.
  private(set) var topLevelNames: Set<String> = []

  private static let typeKeywords: Set = [
    "class", "struct", "enum", "protocol", "actor", "extension",
  ]
  private static let valueKeywords: Set = ["func", "let", "var", "typealias", "macro"]
  private static let functionKeywords: Set = ["func", "init", "deinit", "subscript"]
  /// A signature has ended without a body before one of these tokens, as in a protocol.
  private static let endsOfRequirement: Set = [
    "}", "func", "var", "let", "init", "deinit", "subscript", "case", "associatedtype",
    "typealias", "static", "mutating", "public", "package", "private", "internal", "class",
    "struct", "enum", "extension", "protocol", "actor", "@",
  ]

  init(_ source: SwiftTokens) {
    var open: [(type: Int?, end: Int, firstLine: Int)] = []
    let tokens = source.tokens
    // The depth of braces and parentheses: a local variable of a function is not visible in the
    // module.
    var depth = 0
    var position = 0
    while position < tokens.count {
      while let last = open.last, position > last.end { open.removeLast() }
      let token = tokens[position].text
      let isMember = position > 0 && tokens[position - 1].text == "."
      if !isMember, Self.typeKeywords.contains(token), let body = typeBody(tokens, at: position) {
        let whole = (open.last?.type).map { types[$0].name + "." } ?? ""
        let isExtension = token == "extension"
        if open.isEmpty, !isExtension { topLevelNames.insert(body.name) }
        let end = source.closingBrace(of: body.brace)
        let lineCount = tokens[end].line - tokens[position].line + 1
        if let outer = open.last?.type { types[outer].lineCount -= lineCount }
        types.append(
          TypeBody(name: whole + body.name, isExtension: isExtension, lineCount: lineCount)
        )
        open.append((types.count - 1, end, tokens[position].line))
        position = body.brace - 1
      } else if !isMember, Self.functionKeywords.contains(token),
        let brace = functionBody(tokens, at: position)
      {
        let end = source.closingBrace(of: brace)
        let name = token == "func" ? tokens[position + 1].text : token
        if depth == 0, token == "func" { topLevelNames.insert(name) }
        functions.append(
          Function(
            name: name,
            line: tokens[position].line,
            lineCount: tokens[end].line - tokens[position].line + 1
          )
        )
      } else if depth == 0, !isMember, Self.valueKeywords.contains(token),
        position + 1 < tokens.count
      {
        topLevelNames.insert(tokens[position + 1].text)
      }
      if token == "{" || token == "(" { depth += 1 }
      if token == "}" || token == ")" { depth -= 1 }
      position += 1
    }
  }

  /// The name after the keyword and the position of the brace that opens the body. Nil if the word
  /// is no declaration: `class func`, a requirement `: class`.
  private func typeBody(
    _ tokens: [SwiftTokens.Token],
    at keyword: Int
  ) -> (name: String, brace: Int)? {
    var position = keyword + 1
    guard position < tokens.count, tokens[position].isIdentifier,
      !["func", "var", "let", "init", "subscript"].contains(tokens[position].text)
    else { return nil }
    var name = tokens[position].text
    while position + 2 < tokens.count, tokens[position + 1].text == ".",
      tokens[position + 2].isIdentifier
    {
      name += "." + tokens[position + 2].text
      position += 2
    }
    while position < tokens.count, tokens[position].text != "{" {
      if tokens[position].text == "}" { return nil }
      position += 1
    }
    return position < tokens.count ? (name, position) : nil
  }

  private func functionBody(_ tokens: [SwiftTokens.Token], at keyword: Int) -> Int? {
    var depth = 0
    for position in (keyword + 1)..<tokens.count {
      switch tokens[position].text {
      case "(", "[": depth += 1
      case ")", "]": depth -= 1
      case "{" where depth == 0: return position
      case let text
      where depth == 0 && position > keyword + 1 && Self.endsOfRequirement.contains(text)
        && tokens[position - 1].text != ".":
        // Some attributes follow the parameters: `-> @Sendable () -> Void`.
        if text == "@", ["-", ">", ":", "="].contains(tokens[position - 1].text) { continue }
        return nil
      default: break
      }
    }
    return nil
  }
}
