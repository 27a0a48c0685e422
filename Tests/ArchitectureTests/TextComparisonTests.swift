import Testing

/// Text of a file is compared by its bytes, and Swift's `String` compares something else: to it, a
/// composed and a decomposed "é" are one key. In the modules that deal with files, a `String` is
/// therefore no key, no element of a set, and no part of a type whose `==` the compiler writes.
/// `ByteText` is.
@Suite struct TextComparisonTests {
  private static let modules: Set = [
    "StateGraphRows", "StateGraphLive", "StateGraphSQLite", "StateGraphPersistence",
    "StateGraphSessions", "StateGraphReplication", "StateGraphReplicator",
  ]

  /// Files with dictionaries that users see, by the path in `Sources`.
  private static let keyed = [
    "StateGraphPersistence/Entity/AnyJSON.swift": "a JSON object is the user's",
    "StateGraphPersistence/Backing/StorageJSON.swift": "a stored dictionary is the user's",
    "StateGraphReplication/Connection/ConnectionParameters.swift": "libpq's keywords",
    "StateGraphPersistence/Backing/StorageJSONReader.swift": "a stored dictionary is the user's",
    "StateGraphReplicator/Mapping/ReplicatedSchema.swift": "hashes as hexadecimal digits",
    "StateGraphReplicator/Replicating/ServerOfFile.swift": "hashes as hexadecimal digits",
  ]

  /// Types that nothing in Sources looks up or compares, by their names.
  private static let compared = [
    "AnyJSON": "a value that only programs compare",
    "ColumnReference": "compared in tests",
    "CommitReport.Mark": "a report, which only programs compare",
    "CommitReport.Table": "a report, which only programs compare",
    "DatabaseError.Constraint": "an error, which only programs compare",
    "EntityOfAnotherDatabase": "only the words of an error",
    "ForeignKeyDefinition": "compared in tests",
    "MigrationRepair.Outcome": "compared in tests",
    "MigrationState": "compared in tests",
    "MigrationTable.Applied": "compared in tests",
    "PatchValue": "names as the server writes them",
    "QueryPlan.Step": "a report, which only programs compare",
    "LogicalMessage": "compared in tests",
    "Relation": "compared in tests",
    "RelationColumn": "compared in tests",
    "SQLState": "five letters of ASCII",
    "SchemaDifference": "a report, which only programs compare",
    "SchemaObject": "compared in tests",
    "ServerColumnType": "names as the server writes them",
    "UnreadableRow": "a report, which only programs compare",
    "UnusableEntity": "only the words of an error",
  ]

  private static var files: [SourceFile] {
    SourceFile.all(under: "Sources").filter { modules.contains($0.module) }
  }

  @Test func `no String is a key of a dictionary or an element of a set`() {
    let found = Self.files.filter { file in
      let tokens = file.scanned.tokens.map(\.text)
      return tokens.indices.contains { Self.isKeyedByString(tokens[$0...]) }
    }
    #expect(Set(found.map(\.path)) == Set(Self.keyed.keys.map { "Sources/" + $0 }))
  }

  @Test func `no type has a String in an equality that the compiler writes`() {
    var found: [String] = []
    for file in Self.files {
      let source = file.scanned
      let tokens = source.tokens.map(\.text)
      for type in Self.comparableTypes(source) where !type.hasOwnEquality {
        if Self.hasStringMember(tokens, in: type.body) { found.append(type.name) }
      }
    }
    #expect(found.sorted() == Self.compared.keys.sorted())
  }

  @Test func `the searches find comparable types and keys made of strings`() {
    let source = [
      "struct A: Sendable, Hashable { let name: String; struct B: Equatable { var x: [String?] } }",
      "enum C: Equatable { case one(Int, String) }",
      "enum D: String, Equatable { case one; var text: String { rawValue } }",
      "struct E: Equatable { let n: Int; func f(_ text: String) -> String { let x: String; x } }",
      "struct F: Equatable { let name: String }",
      "extension F { static func == (left: F, right: F) -> Bool { true } }",
      "struct G { let name: String }",
    ]
    let tokens = SwiftTokens(source)
    let texts = tokens.tokens.map(\.text)
    let found = Self.comparableTypes(tokens).filter { !$0.hasOwnEquality }
      .filter { Self.hasStringMember(texts, in: $0.body) }
    #expect(found.map(\.name) == ["A", "A.B", "C"])
    for line in ["[String: Int]", "Set<String>", "Dictionary<String, Int>", "[String?: Int]"] {
      let tokens = SwiftTokens(["let x: \(line)"]).tokens.map(\.text)
      #expect(tokens.indices.contains { Self.isKeyedByString(tokens[$0...]) }, "\(line)")
    }
    for line in ["[String]", "[Int: String]", "Set<Int>", "f(String: 1)"] {
      let tokens = SwiftTokens(["let x: \(line)"]).tokens.map(\.text)
      #expect(!tokens.indices.contains { Self.isKeyedByString(tokens[$0...]) }, "\(line)")
    }
  }
}

// MARK: - Searching

extension TextComparisonTests {
  private static func isKeyedByString(_ tokens: ArraySlice<String>) -> Bool {
    let beginnings = [
      ["[", "String", ":"], ["[", "String", "?", ":"], ["Set", "<", "String"],
      ["Dictionary", "<", "String"],
    ]
    return beginnings.contains { tokens.starts(with: $0) }
  }

  private struct ComparableType {
    let name: String
    /// The positions of the braces and all between them.
    let body: ClosedRange<Int>
    let hasOwnEquality: Bool
  }

  /// The structs and enums that are declared as Equatable or Hashable.
  private static func comparableTypes(_ source: SwiftTokens) -> [ComparableType] {
    let tokens = source.tokens.map(\.text)
    var types: [ComparableType] = []
    var open: [(name: String, end: Int)] = []
    for position in tokens.indices {
      open.removeAll { $0.end < position }
      guard ["struct", "enum", "extension", "class"].contains(tokens[position]),
        position + 1 < tokens.count, source.tokens[position + 1].isIdentifier,
        let brace = tokens[position...].firstIndex(of: "{")
      else { continue }
      let header = tokens[(position + 1)..<brace]
      guard !header.contains("}"), !header.contains("(") else { continue }
      let own = header.prefix { $0 != ":" && $0 != "<" && $0 != "where" }.joined()
      let name = ((open.last.map { [$0.name] } ?? []) + [own]).joined(separator: ".")
      let end = source.closingBrace(of: brace)
      open.append((name, end))
      guard ["struct", "enum"].contains(tokens[position]),
        header.contains("Equatable") || header.contains("Hashable")
      else { continue }
      types.append(
        ComparableType(
          name: name,
          body: brace...end,
          hasOwnEquality: hasEquality(of: own, tokens)
        )
      )
    }
    return types
  }

  /// Whether the file has a function `==` for values of a type.
  private static func hasEquality(of type: String, _ tokens: [String]) -> Bool {
    tokens.indices.contains { position in
      guard tokens[position...].starts(with: ["func", "=", "="]) else { return false }
      return tokens[position...].prefix(10).contains { $0 == type || $0 == "Self" }
    }
  }

  /// Whether a stored property or a case of the type itself holds a String.
  private static func hasStringMember(_ tokens: [String], in body: ClosedRange<Int>) -> Bool {
    var depth = 0
    var position = body.lowerBound
    while position <= body.upperBound {
      switch tokens[position] {
      case "{": depth += 1
      case "}": depth -= 1
      case "let", "var", "case":
        guard depth == 1, tokens[position - 1] != "static" else { break }
        let isCase = tokens[position] == "case"
        let member = tokens[(position + 1)...body.upperBound].prefix { text in
          !["let", "var", "case", "func", "init", "static", "struct", "enum", "}", "="].contains(
            text
          )
        }
        // A computed property has a body.
        let isComputed = !isCase && member.contains("{")
        let end = member.firstIndex(of: "{") ?? member.endIndex
        if !isComputed, member[..<end].contains("String") { return true }
      default: break
      }
      position += 1
    }
    return false
  }
}
