import Foundation
import TestSupport
import Testing

/// Which module may import which. Arrows point one way, in the order of CONTRIBUTING.
enum Layers {
  static let allowed: [String: Set<String>] = [
    "StateGraphThreads": ["Glibc"],
    "StateGraphCore": [
      "CStateGraphThreads", "StateGraphThreads", "Glibc", "Observation", "Synchronization",
    ],
    "StateGraphUserDefaults": ["StateGraphCore", "StateGraphThreads", "Foundation", "Glibc"],
    "StateGraph": ["StateGraphCore", "StateGraphUserDefaults"],
    "StateGraphMacros": [
      "SwiftCompilerPlugin", "SwiftDiagnostics", "SwiftSyntax", "SwiftSyntaxBuilder",
      "SwiftSyntaxMacros",
    ],
    "StateGraphNormalization": ["StateGraphCore", "StateGraphThreads", "Synchronization"],
    "StateGraphPresentation": [
      "StateGraphCore", "StateGraphThreads", "Logging", "Synchronization",
    ],
    "StateGraphGTK": [
      "CGTK", "CStateGraphGTK", "StateGraphCore", "StateGraphPresentation", "Dispatch", "Glibc",
      "Synchronization",
    ],
    "StateGraphRows": ["Glibc"],
    "StateGraphLive": ["StateGraphRows"],
    "StateGraphSQLite": [
      "CSQLite", "StateGraphRows", "StateGraphThreads", "Glibc", "Logging", "Synchronization",
    ],
    "StateGraphPersistence": [
      "CStateGraphThreads", "StateGraphCore", "StateGraphLive", "StateGraphNormalization",
      "StateGraphRows", "StateGraphSQLite", "StateGraphThreads", "Logging", "Synchronization",
    ],
    "StateGraphSessions": [
      "StateGraphCore", "StateGraphPersistence", "StateGraphPresentation", "StateGraphSQLite",
      "StateGraphThreads", "Logging",
    ],
    "StateGraphReplication": ["CPostgreSQL", "StateGraphRows", "StateGraphThreads", "Glibc"],
    "StateGraphReplicator": [
      "StateGraphReplication", "StateGraphRows", "StateGraphSQLite", "StateGraphThreads",
    ],
    "StateGraphSyncCommand": [
      "StateGraphReplication", "StateGraphReplicator", "StateGraphSQLite", "ArgumentParser",
      "Foundation",
    ],
    "StateGraphFormats": ["CZlib", "StateGraphThreads", "Glibc"],
    "StateGraphImport": [
      "StateGraphFormats", "StateGraphSQLite", "StateGraphThreads", "Glibc", "Synchronization",
    ],
    "StateGraphTools": ["StateGraphFormats", "StateGraphImport", "StateGraphSQLite", "Glibc"],
    "StateGraphStudioServer": [
      "StateGraphFormats", "StateGraphImport", "StateGraphRows", "StateGraphSQLite",
      "StateGraphThreads", "StateGraphTools", "Glibc", "HTTPTypes", "HummingbirdCore", "Logging",
      "NIOCore", "NIOPosix",
    ],
    "StateGraphStudio": [
      "StateGraphCore", "StateGraphPersistence", "StateGraphSQLite", "StateGraphStudioServer",
      "StateGraphThreads", "Glibc",
    ],
    "StateGraphStudioCommand": [
      "StateGraphSQLite", "StateGraphStudioServer", "StateGraphThreads", "StateGraphTools",
      "ArgumentParser", "Glibc",
    ],
    "StateGraphFixtures": [
      "StateGraphFormats", "StateGraphImport", "StateGraphSQLite", "StateGraphThreads",
      "StateGraphTools", "Glibc",
    ],
    "StateGraphTesting": [
      "CStateGraphTesting", "StateGraphFixtures", "StateGraphFormats", "StateGraphNormalization",
      "StateGraphPersistence", "StateGraphSQLite", "StateGraphThreads", "Glibc",
      "Synchronization", "Testing",
    ],
    "StateGraphCommand": [
      "StateGraphFixtures", "StateGraphFormats", "StateGraphImport", "StateGraphSQLite",
      "StateGraphThreads", "StateGraphTools", "ArgumentParser", "Dispatch", "Foundation", "Glibc",
      "Synchronization",
    ],
  ]

  /// Imports that only the files of a module whose path begins so may use.
  static let exceptions: [(path: String, modules: Set<String>)] = [
    // Conformances of Foundation's types, from its part without ICU: they can stand nowhere else.
    ("Sources/StateGraphCore/Backing/GraphStorable+Codable", ["FoundationEssentials"]),
    ("Sources/StateGraphCore/Backing/GraphStorable+Foundation", ["FoundationEssentials"]),
    ("Sources/StateGraphSQLite/SQL/Bindable+", ["FoundationEssentials"]),
    // The type of the clock for timestamps.
    ("Sources/StateGraphSQLite/Database/Database+Configuration", ["FoundationEssentials"]),
    // The time of a test's database.
    ("Sources/StateGraphTesting/Cases/DatabaseClock", ["FoundationEssentials"]),
    // Compares the memory of arrays of references.
    ("Sources/StateGraphPersistence/Relationships/ArrayDifference", ["Glibc"]),
    ("Sources/StateGraphPersistence/Entity/EntityKey", ["FoundationEssentials"]),
    // A UUID in a JSON value.
    ("Sources/StateGraphPersistence/Queries/Expression/QueryRow", ["FoundationEssentials"]),
    // The result of a comparison.
    ("Sources/StateGraphSQLite/Connection/DatabaseCollation", ["FoundationEssentials"]),
    // New identifiers: UUIDs, and the time of day with which they begin.
    ("Sources/StateGraphPersistence/Keys/", ["FoundationEssentials"]),
    // Since when a file may be behind its server.
    ("Sources/StateGraphPersistence/Replication/Replication", ["FoundationEssentials"]),
    ("Sources/StateGraphPersistence/Entity/SupportedColumnTypes", ["FoundationEssentials"]),
    ("Sources/StateGraphPersistence/Entity/Entity+Encoding", ["FoundationEssentials"]),
    ("Sources/StateGraphPersistence/Entity/JSONColumnConversion", ["FoundationEssentials"]),
    ("Sources/StateGraphPersistence/Entity/NumericDecimal", ["FoundationEssentials"]),
    // JSON of states.
    ("Sources/StateGraphSessions/Rows/JSONText", ["FoundationEssentials"]),
  ]

  static func violations(in files: [SourceFile]) -> [String] {
    files.flatMap { file in
      guard let allowed = allowed[file.module] else {
        return ["\(file.path): the module \(file.module) is not in the table of layers"]
      }
      let special = exceptions.filter { file.path.hasPrefix($0.path) }.flatMap(\.modules)
      return file.imports.filter { !allowed.contains($0) && !special.contains($0) }
        .map { "\(file.path): \(file.module) may not import \($0)" }
    }
  }
}

@Suite struct LayeringTests {
  @Test func `every import follows the arrows between the modules`() {
    let files = SourceFile.all(under: "Sources")
    #expect(files.count > 50)
    #expect(Layers.violations(in: files) == [])
  }

  @Test(arguments: [
    ("StateGraphCore", "import StateGraphSQLite"),
    ("StateGraphCore", "public import Foundation"),
    ("StateGraphCore", "import StateGraphUserDefaults"),
    ("StateGraphPersistence", "import StateGraph"),
    ("StateGraphCore", "import StateGraphPresentation"),
    ("StateGraphPresentation", "import StateGraphSQLite"),
    ("StateGraphPresentation", "import Testing"),
    ("StateGraphPresentation", "import CGTK"),
    ("StateGraphPresentation", "import StateGraphSessions"),
    ("StateGraphPersistence", "import StateGraphSessions"),
    ("StateGraphPersistence", "import StateGraphPresentation"),
    ("StateGraphSessions", "import StateGraphGTK"),
    ("StateGraphGTK", "import StateGraphSessions"),
    ("StateGraphCore", "import StateGraphGTK"),
    ("StateGraphGTK", "import StateGraphPersistence"),
    ("StateGraphSQLite", "import StateGraphCore"),
    ("StateGraphSQLite", "import StateGraphLive"),
    ("StateGraphLive", "import StateGraphSQLite"),
    ("StateGraphRows", "import CSQLite"),
    ("StateGraphSQLite", "@_exported public import StateGraphPersistence"),
    ("StateGraphImport", "package import StateGraphPersistence"),
    ("StateGraphImport", "import StateGraphTools"),
    ("StateGraphFormats", "import StateGraphSQLite"),
    ("StateGraphSQLite", "import StateGraphReplication"),
    ("StateGraphPersistence", "import CPostgreSQL"),
    ("StateGraphFormats", "@_exported public import StateGraphImport"),
    ("StateGraphTools", "import StateGraphStudioServer"),
    ("StateGraphCommand", "import StateGraphStudioServer"),
    ("StateGraphStudioServer", "import StateGraphPersistence"),
    ("StateGraphStudioServer", "import StateGraphCore"),
    ("StateGraphStudioCommand", "import StateGraphStudio"),
    ("StateGraphStudio", "import HummingbirdCore"),
    ("StateGraphPersistence", "import StateGraphStudio"),
    ("StateGraphCommand", "import StateGraphMacros"),
    ("StateGraphFixtures", "import Testing"),
    ("StateGraphFixtures", "import StateGraphPersistence"),
    ("StateGraphCommand", "import StateGraphTesting"),
    ("StateGraphPersistence", "import StateGraphTesting"),
    ("StateGraphNormalization", "@preconcurrency import StateGraphPersistence"),
  ])
  func `an import against the arrows is found`(module: String, line: String) {
    let file = SourceFile(path: "Sources/\(module)/Some.swift", lines: ["", line])
    #expect(Layers.violations(in: [file]).count == 1)
  }

  @Test(arguments: [
    ("Sources/StateGraphCore/Backing/GraphStorable+Foundation.swift", 0),
    ("Sources/StateGraphCore/Backing/GraphStorable.swift", 1),
    ("Sources/StateGraphUserDefaults/UserDefaultsKey.swift", 1),
  ])
  func `an exception holds for the files that it names only`(path: String, count: Int) {
    let file = SourceFile(path: path, lines: ["import FoundationEssentials"])
    #expect(Layers.violations(in: [file]).count == count)
  }

  @Test func `the order in CONTRIBUTING names each module after those that it may import`() throws {
    let text = try String(contentsOfFile: PackageRoot.path + "/CONTRIBUTING.md", encoding: .utf8)
    let section = try #require(
      text.components(separatedBy: "## The order of the modules").dropFirst().first
    ).components(separatedBy: "\n## ")[0]
    let order = section.matches(of: /`(StateGraph\w*)`/).map { String($0.1) }
    #expect(Set(order) == Set(Layers.allowed.keys))
    #expect(Set(order).count == order.count)
    let places = Dictionary(
      order.enumerated().map { ($0.element, $0.offset) },
      uniquingKeysWith: { first, _ in first }
    )
    for (module, imports) in Layers.allowed {
      for imported in imports where places[imported] != nil {
        #expect(places[imported, default: 0] < places[module, default: 0], "\(module): \(imported)")
      }
    }
  }

  @Test func `a module without a layer is found`() {
    let file = SourceFile(path: "Sources/StateGraphExtras/Some.swift", lines: [])
    #expect(Layers.violations(in: [file]).count == 1)
  }
}
