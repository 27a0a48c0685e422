import Foundation
import Testing

@Suite struct TidyTests {
  let files = SourceFile.all(under: "Sources")

  @Test func `no file is longer than 500 lines and the median is near 100`() {
    let lengths = files.map(\.lines.count).sorted()
    #expect(files.filter { $0.lines.count > 500 }.map(\.path) == [])
    #expect(lengths[lengths.count / 2] <= 120)
  }

  @Test func `no line is longer than 100 columns`() {
    let long = files.flatMap { file in
      file.lines.enumerated().filter { $0.element.count > 100 }.map {
        "\(file.path):\($0.offset + 1)"
      }
    }
    #expect(long == [])
  }

  @Test(arguments: ["try!", "as!", "fatalError(", "TODO", "FIXME"])
  func `no code in Sources traps on an input or an error of the system`(banned: String) {
    let found = files.flatMap { file in
      file.code.filter { $0.text.contains(banned) }.map { "\(file.path):\($0.number)" }
    }
    #expect(found == [])
  }

  @Test(arguments: ["@unchecked Sendable", "nonisolated(unsafe)", "unowned(unsafe)"])
  func `every escape hatch has its reason beside it`(hatch: String) {
    let unexplained = files.filter { $0.module != "StateGraphMacros" }.flatMap { file in
      file.code.filter { $0.text.contains(hatch) }.filter { line in
        let around = file.lines[max(0, line.number - 3)..<min(file.lines.count, line.number + 4)]
        return !around.contains { $0.contains("// SAFETY:") }
      }.map { "\(file.path):\($0.number)" }
    }
    #expect(unexplained == [])
  }

  @Test func `no file has a vague name`() {
    let vague = /(Utils|Helper|Manager|Base)(?![a-z])/
    let found = files.map(\.path).filter { $0.contains(vague) }
    #expect(found == [])
  }

  @Test func `no two files have one name`() {
    // Each module that exports another one does so in a file of this name.
    let names = files.compactMap { $0.path.split(separator: "/").last.map { String($0) } }
      .filter { $0 != "Exports.swift" }
    let counts = Dictionary(grouping: names) { $0 }.mapValues(\.count)
    #expect(counts.filter { $0.value > 1 }.keys.sorted() == [])
  }

  @Test func `no two modules have a type of one name`() {
    // The import and the replicator read a file of the user, and each names its form by this word.
    // A server's change of a row becomes a change of a row in the file.
    let known = ["RowChange", "TableMapping"]
    var modules: [String: Set<String>] = [:]
    for file in files {
      for type in SourceDeclarations(file.scanned).types
      where !type.isExtension && !type.name.contains(".") {
        modules[type.name, default: []].insert(file.module)
      }
    }
    #expect(modules.filter { $0.value.count > 1 }.keys.sorted() == known)
  }

  @Test func `every public symbol of a module that users import is documented`() {
    // The name of a declaration that only generated code uses begins with an underscore and a
    // dollar sign.
    let words = [
      "func", "var", "let", "class", "struct", "enum", "protocol", "init", "static", "macro",
    ]
    let undocumented = files.filter { $0.module != "StateGraphMacros" }.flatMap { file in
      file.lines.indices.filter { index in
        let line = file.lines[index].trimmingCharacters(in: .whitespaces)
        guard line.hasPrefix("public "), !line.hasPrefix("public import"), !line.contains("_$"),
          words.contains(where: { line.contains(" \($0) ") || line.contains(" \($0)(") }),
          !isWitness(file, at: index)
        else { return false }
        return !hasDocumentation(file, before: index)
      }.map { "\(file.path):\($0 + 1): \(file.lines[$0].trimmingCharacters(in: .whitespaces))" }
    }
    #expect(undocumented == [])
  }

  /// A member that satisfies a protocol is documented in the protocol.
  private func isWitness(_ file: SourceFile, at index: Int) -> Bool {
    guard
      let start = file.lines[..<index].lastIndex(where: {
        $0.first?.isLetter == true && !$0.hasPrefix("where")
      })
    else {
      return false
    }
    let header = file.lines[start...index].joined(separator: " ").split(separator: "{")[0]
    return (header.hasPrefix("extension") && header.contains(":"))
      || file.lines[index].contains("var description: String")
  }

  private func hasDocumentation(_ file: SourceFile, before index: Int) -> Bool {
    // Above the declaration stand its attributes, of which one can have several lines. Read from
    // below, such an attribute is open from its closing parenthesis to the opening one.
    var openParentheses = 0
    for line in file.lines[..<index].reversed().map({ $0.trimmingCharacters(in: .whitespaces) }) {
      if openParentheses == 0, line.hasPrefix("///") { return true }
      openParentheses += line.count { $0 == ")" } - line.count { $0 == "(" }
      guard line.hasPrefix("@") || openParentheses > 0 else { return false }
    }
    return false
  }
}
