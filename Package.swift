// swift-tools-version: 6.2
import CompilerPluginSupport
import PackageDescription

// The modules and what they import. They form no cycle: Tests/ArchitectureTests compares the imports
// with a table of the permitted ones. Without its trait, a module that needs one has no code for GTK,
// libpq or Hummingbird.
let modules: KeyValuePairs = [
  "CStateGraphThreads": [],
  "StateGraphThreads": [],
  "StateGraphCore": ["CStateGraphThreads", "StateGraphMacros", "StateGraphThreads"],
  "StateGraphUserDefaults": ["StateGraphCore", "StateGraphThreads"],
  // Users import this module. It re-exports the core and user defaults. See decision record 0019.
  "StateGraph": ["StateGraphCore", "StateGraphUserDefaults"],
  "StateGraphNormalization": ["StateGraphCore", "StateGraphThreads"],
  "StateGraphPresentation": ["Logging", "StateGraphCore", "StateGraphThreads"],
  "CStateGraphGTK": ["CGTK"],
  "StateGraphGTK": ["CGTK", "CStateGraphGTK", "StateGraphCore", "StateGraphPresentation"],
  "StateGraphRows": [],
  "StateGraphLive": ["StateGraphRows"],
  "StateGraphSQLite": ["CSQLite", "Logging", "StateGraphRows", "StateGraphThreads"],
  "StateGraphPersistence": [
    "CStateGraphThreads", "Logging", "StateGraphCore", "StateGraphLive", "StateGraphMacros",
    "StateGraphNormalization", "StateGraphRows", "StateGraphSQLite", "StateGraphThreads",
  ],
  "StateGraphSessions": [
    "Logging", "StateGraphCore", "StateGraphPersistence", "StateGraphPresentation",
    "StateGraphSQLite", "StateGraphThreads",
  ],
  // Without the trait PostgreSQL, the module has the protocol and the types, but no connection.
  "StateGraphReplication": ["CPostgreSQL", "StateGraphRows", "StateGraphThreads"],
  // Without the trait PostgreSQL, the module has the conversions of rows, but no replicator.
  "StateGraphReplicator": [
    "StateGraphReplication", "StateGraphRows", "StateGraphSQLite", "StateGraphThreads",
  ],
  "StateGraphFormats": ["CZlib", "StateGraphThreads"],
  "StateGraphImport": ["StateGraphFormats", "StateGraphSQLite", "StateGraphThreads"],
  "StateGraphTools": ["StateGraphFormats", "StateGraphImport", "StateGraphSQLite"],
  // Databases for tests, without the macros and Swift Testing: the command uses it, too.
  "StateGraphFixtures": [
    "StateGraphFormats", "StateGraphImport", "StateGraphSQLite", "StateGraphThreads",
    "StateGraphTools",
  ],
  // The file system below SQLite, for the database of a test.
  "CStateGraphTesting": ["CSQLite"],
  "StateGraphTesting": [
    "CStateGraphTesting", "StateGraphFixtures", "StateGraphFormats", "StateGraphNormalization",
    "StateGraphPersistence", "StateGraphSQLite", "StateGraphThreads",
  ],
  // Without the trait Studio, the module has the answers to the requests, but no HTTP server.
  "StateGraphStudioServer": [
    "HTTPTypes", "HummingbirdCore", "Logging", "NIOCore", "NIOPosix", "StateGraphFormats",
    "StateGraphImport", "StateGraphRows", "StateGraphSQLite", "StateGraphThreads",
    "StateGraphTools",
  ],
  // The server in an app. Without the trait Studio, the module has the graph, but no server.
  "StateGraphStudio": [
    "StateGraphCore", "StateGraphPersistence", "StateGraphSQLite", "StateGraphStudioServer",
    "StateGraphThreads",
  ],
  "SampleDomains": ["StateGraphPersistence"],
  "TestSupport": ["StateGraphThreads"],
  "SQLiteTestSupport": [
    "CSQLite", "CStateGraphTesting", "StateGraphSQLite", "StateGraphThreads", "TestSupport",
  ],
  "GTKTestSupport": [
    "CGTK", "CStateGraphGTK", "StateGraphGTK", "StateGraphThreads", "TestSupport",
  ],
  // A server and a proxy for the tests of replication.
  "PostgreSQLTestSupport": ["StateGraphThreads", "TestSupport"],
  "ImportTestSupport": [
    "StateGraphFormats", "StateGraphImport", "StateGraphSQLite", "TestSupport",
  ],
  "FixtureTestSupport": ["StateGraphSQLite", "TestSupport"],
  // Examples/Shop is also a package of its own.
  "Shop": ["StateGraphPersistence"],
  // Faults below SQLite. See Tests/ReliabilityTests/README.md.
  "CFaults": ["CSQLite"],
]

// The commands and examples. The command does not depend on the macros, so that a build of it
// (`swift build --product stategraph`) never compiles swift-syntax. Without its trait, a program that
// needs one only says so.
let programs: KeyValuePairs = [
  "StateGraphCommand": [
    "ArgumentParser", "StateGraphFixtures", "StateGraphFormats", "StateGraphImport",
    "StateGraphSQLite", "StateGraphThreads", "StateGraphTools",
  ],
  "StateGraphSyncCommand": [
    "ArgumentParser", "StateGraphReplication", "StateGraphReplicator", "StateGraphSQLite",
  ],
  "StateGraphStudioCommand": [
    "ArgumentParser", "StateGraphSQLite", "StateGraphStudioServer", "StateGraphThreads",
    "StateGraphTools",
  ],
  "fixtures": ["ArgumentParser"],
  "demo": ["SampleDomains", "StateGraphImport", "StateGraphPersistence"],
  "ledger": ["StateGraphPersistence"],
  "replicated-notes": ["StateGraphPersistence"],
  // The tool of the plugin that embeds the page of Studio.
  "embed-page": [],
  // An app that embeds the server of Studio.
  "studio-app": ["StateGraphPersistence", "StateGraphStudio"],
  "counter": ["StateGraph", "StateGraphGTK", "StateGraphPresentation"],
  // Examples/Catalogue is also a package of its own. Its files need the trait GTK, so the target exists
  // only in the part gtk.
  "catalogue": [
    "StateGraph", "StateGraphGTK", "StateGraphImport", "StateGraphPersistence",
    "StateGraphSessions",
  ],
  "replication-benchmarks": [
    "PostgreSQLTestSupport", "StateGraphReplication", "StateGraphReplicator", "StateGraphRows",
    "StateGraphSQLite", "StateGraphThreads",
  ],
  "reliability": [
    "ArgumentParser", "CFaults", "Logging", "StateGraphFormats", "StateGraphImport",
    "StateGraphSQLite", "StateGraphTools",
  ],
]

let importsOfDocuments = [
  "StateGraph", "StateGraphImport", "StateGraphPersistence", "StateGraphPresentation",
  "StateGraphSessions", "StateGraphTools",
]

// The tests and what they import besides TestSupport. Without its trait, a target that needs one has
// only the tests that work without it.
let tests: KeyValuePairs = [
  "ArchitectureTests": [],
  // The code of README and of the articles.
  "DocumentationTests": importsOfDocuments,
  // The same code in Swift 5 mode, which a user's package may have. The files are links.
  "DocumentationSwift5Tests": importsOfDocuments,
  "StateGraphMacrosTests": [
    "StateGraphMacros", "SwiftDiagnostics", "SwiftSyntax", "SwiftSyntaxBuilder",
    "SwiftSyntaxMacroExpansion", "SwiftSyntaxMacros", "SwiftSyntaxMacrosGenericTestSupport",
  ],
  "StateGraphTests": ["StateGraph", "StateGraphCore", "StateGraphUserDefaults"],
  // The code of the documents as they show it, in the language mode of most of their readers.
  "SpecificationTests": ["StateGraph", "StateGraphNormalization"],
  "SpecificationSwift6Tests": ["StateGraph", "StateGraphNormalization"],
  // The code of the documents about presentation, as they show it.
  "PresentationSpecificationTests": ["StateGraph", "StateGraphPresentation"],
  "StateGraphNormalizationTests": ["StateGraphNormalization"],
  "StateGraphPresentationTests": ["StateGraph", "StateGraphPresentation", "StateGraphThreads"],
  "StateGraphSessionsTests": [
    "SQLiteTestSupport", "StateGraph", "StateGraphPersistence", "StateGraphPresentation",
    "StateGraphSQLite", "StateGraphSessions", "StateGraphTesting", "StateGraphThreads",
  ],
  "StateGraphGTKTests": [
    "CGTK", "GTKTestSupport", "StateGraph", "StateGraphGTK", "StateGraphPersistence",
    "StateGraphPresentation", "StateGraphSQLite", "StateGraphSessions", "StateGraphThreads",
    "counter",
  ],
  // The documents about presentation, in real windows. The folder Documents is a link.
  "PresentationSpecificationWindowTests": [
    "GTKTestSupport", "StateGraph", "StateGraphGTK", "StateGraphPresentation",
  ],
  "StateGraphReplicationTests": [
    "PostgreSQLTestSupport", "StateGraphReplication", "StateGraphRows", "StateGraphThreads",
  ],
  "StateGraphReplicatorTests": [
    "PostgreSQLTestSupport", "SQLiteTestSupport", "StateGraphReplication", "StateGraphReplicator",
    "StateGraphRows", "StateGraphSQLite", "StateGraphThreads",
  ],
  // The tests run built commands as child processes. Therefore they depend on programs.
  "StateGraphSyncCommandTests": [
    "PostgreSQLTestSupport", "StateGraphSQLite", "StateGraphSyncCommand", "StateGraphThreads",
  ],
  "StateGraphStudioServerTests": [
    "SQLiteTestSupport", "StateGraphFormats", "StateGraphRows", "StateGraphSQLite",
    "StateGraphStudioCommand", "StateGraphStudioServer", "StateGraphThreads", "StateGraphTools",
  ],
  "StateGraphStudioTests": [
    "SampleDomains", "StateGraphPersistence", "StateGraphStudio", "StateGraphStudioServer",
  ],
  "StateGraphPersistenceTests": [
    "Logging", "SQLiteTestSupport", "SampleDomains", "StateGraph", "StateGraphLive",
    "StateGraphNormalization", "StateGraphPersistence", "StateGraphRows", "StateGraphSQLite",
    "StateGraphTesting", "StateGraphThreads",
  ],
  // Entities in a module whose code is isolated to the main actor.
  "DefaultIsolationTests": ["StateGraphPersistence"],
  "SharedFileTests": ["SampleDomains", "StateGraphCommand", "StateGraphPersistence"],
  "ExampleTests": ["StateGraphSQLite", "ledger"],
  "StateGraphRowsTests": ["SQLiteTestSupport", "StateGraphRows", "StateGraphSQLite"],
  "StateGraphLiveTests": [
    "SQLiteTestSupport", "StateGraphLive", "StateGraphRows", "StateGraphSQLite",
  ],
  "StateGraphSQLiteTests": ["SQLiteTestSupport", "StateGraphSQLite"],
  "StateGraphFormatsTests": ["ImportTestSupport", "StateGraphFormats"],
  "StateGraphImportTests": [
    "ImportTestSupport", "StateGraphFormats", "StateGraphImport", "StateGraphSQLite",
  ],
  "StateGraphFixturesTests": [
    "FixtureTestSupport", "StateGraphFixtures", "StateGraphFormats", "StateGraphImport",
    "StateGraphSQLite", "StateGraphTools",
  ],
  "ShopTests": ["Shop", "StateGraphTesting"],
  "StateGraphTestingTests": [
    "CSQLite", "FixtureTestSupport", "Shop", "StateGraphFixtures", "StateGraphImport",
    "StateGraphPersistence", "StateGraphSQLite", "StateGraphTesting", "StateGraphThreads",
  ],
  "StateGraphToolsTests": [
    "ImportTestSupport", "SQLiteTestSupport", "StateGraphFormats", "StateGraphImport",
    "StateGraphSQLite", "StateGraphTools",
  ],
  "StateGraphCommandTests": [
    "SQLiteTestSupport", "StateGraphCommand", "StateGraphFormats", "StateGraphImport",
    "StateGraphSQLite", "StateGraphTools",
  ],
  "ReliabilityTests": ["reliability"],
]

// The folders that SwiftPM would not find by the name of their target.
let folders = [
  "embed-page": "Plugins/embed-page",
  "fixtures": "Fixtures/Generator",
  "SampleDomains": "Examples/SampleDomains",
  "demo": "Examples/Demo",
  "ledger": "Examples/Ledger",
  "replicated-notes": "Examples/ReplicatedNotes",
  "studio-app": "Examples/StudioApp",
  "counter": "Examples/Counter",
  "catalogue": "Examples/Catalogue/Sources/Catalogue",
  "TestSupport": "Tests/Support",
  "SQLiteTestSupport": "Tests/SQLiteSupport",
  "GTKTestSupport": "Tests/GTKSupport",
  "PostgreSQLTestSupport": "Tests/PostgreSQLSupport",
  "replication-benchmarks": "Benchmarks/ReplicationBenchmarks",
  "ImportTestSupport": "Tests/ImportSupport",
  "FixtureTestSupport": "Tests/FixtureSupport",
  "Shop": "Examples/Shop/Sources/Shop",
  "ShopTests": "Examples/Shop/Tests/ShopTests",
  "CFaults": "Tests/Reliability/CFaults",
  "reliability": "Tests/Reliability/Command",
]
let excludedFiles = [
  "StateGraphStudioServer": ["API"],
  "ledger": ["README.md"],
  "counter": ["counter.png"],
  "StateGraphFixturesTests": ["Schemas"],
  "ReliabilityTests": ["README.md"],
]

// The code of documents is compiled in the language mode of most of their readers. The files of the
// documents about presentation are compiled with the trait GTK, or without windows for HEADLESS. With
// ImmutableWeakCaptures, a weak capture is a constant, so that passing it to a queue causes no warning.
let settings: [String: [SwiftSetting]] = [
  "DocumentationSwift5Tests": [.swiftLanguageMode(.v5)],
  "DefaultIsolationTests": [.defaultIsolation(MainActor.self)],
  "SpecificationTests": [
    .swiftLanguageMode(.v5), .enableUpcomingFeature("ImmutableWeakCaptures"),
  ],
  "PresentationSpecificationTests": [.swiftLanguageMode(.v5), .define("HEADLESS")],
  "PresentationSpecificationWindowTests": [.swiftLanguageMode(.v5)],
  "StateGraphPresentationTests": [.define("HEADLESS")],
]

// What belongs to other packages, and what only a trait provides. Other names are targets.
func studioProduct(_ name: String, of package: String) -> Target.Dependency {
  .product(name: name, package: package, condition: .when(traits: ["Studio"]))
}
let elsewhere: [String: Target.Dependency] = [
  "ArgumentParser": .product(name: "ArgumentParser", package: "swift-argument-parser"),
  "Logging": .product(name: "Logging", package: "swift-log"),
  "CGTK": .target(name: "CGTK", condition: .when(traits: ["GTK"])),
  "CPostgreSQL": .target(name: "CPostgreSQL", condition: .when(traits: ["PostgreSQL"])),
  "HummingbirdCore": studioProduct("HummingbirdCore", of: "hummingbird"),
  "HTTPTypes": studioProduct("HTTPTypes", of: "swift-http-types"),
  "NIOCore": studioProduct("NIOCore", of: "swift-nio"),
  "NIOPosix": studioProduct("NIOPosix", of: "swift-nio"),
]
func dependencies(_ names: [String]) -> [Target.Dependency] {
  names.map { name in
    if name.hasPrefix("Swift") { return .product(name: name, package: "swift-syntax") }
    return elsewhere[name] ?? .byName(name: name)
  }
}

// Warnings are errors in CI only, so that a new compiler does not break the build of a user. The code of
// documents is compiled without upcoming features.
let isChecked = Context.environment["CI"] != nil
func compilerSettings(of name: String) -> [SwiftSetting] {
  var all = settings[name] ?? []
  if !name.hasPrefix("Specification"), !name.hasPrefix("PresentationSpecification") {
    all += [
      .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
    ]
  }
  if isChecked { all.append(.treatAllWarnings(as: .error)) }
  return all
}

func systemLibrary(_ name: String, named pkgConfig: String, in package: String) -> Target {
  .systemLibrary(name: name, path: name, pkgConfig: pkgConfig, providers: [.apt([package])])
}

var targets: [Target] = [
  systemLibrary("CSQLite", named: "sqlite3", in: "libsqlite3-dev"),
  systemLibrary("CZlib", named: "zlib", in: "zlib1g-dev"),
  systemLibrary("CGTK", named: "gtk4", in: "libgtk-4-dev"),
  systemLibrary("CPostgreSQL", named: "libpq", in: "libpq-dev"),
  .macro(
    name: "StateGraphMacros",
    dependencies: dependencies([
      "SwiftCompilerPlugin", "SwiftDiagnostics", "SwiftSyntax", "SwiftSyntaxBuilder",
      "SwiftSyntaxMacros",
    ])
  ),
]
targets += modules.map { .target(name: $0, dependencies: dependencies($1)) }
targets += programs.map { .executableTarget(name: $0, dependencies: dependencies($1)) }
targets += tests.map { .testTarget(name: $0, dependencies: dependencies($1 + ["TestSupport"])) }
for target in targets where target.type != .system && target.type != .macro {
  target.path = folders[target.name]
  target.exclude = excludedFiles[target.name] ?? []
  target.swiftSettings = compilerSettings(of: target.name)
  if target.name == "StateGraphStudioServer" { target.plugins = ["EmbedPage"] }
}
targets.append(.plugin(name: "EmbedPage", capability: .buildTool(), dependencies: ["embed-page"]))

// The parts of the package that can be built alone: their tests, and the targets that the tests need.
// STATEGRAPH_PART chooses one. Only the parts files, command and replication need no swift-syntax. Three
// parts require a trait of their own: gtk, which has the examples with windows, replication and studio.
let testsOfPart = [
  "files": [
    "StateGraphRowsTests", "StateGraphLiveTests", "StateGraphSQLiteTests", "StateGraphFormatsTests",
    "StateGraphImportTests", "StateGraphToolsTests",
  ],
  "presentation": ["StateGraphPresentationTests", "PresentationSpecificationTests"],
  "sessions": ["StateGraphSessionsTests"],
  "replication": [
    "StateGraphReplicationTests", "StateGraphReplicatorTests", "StateGraphSyncCommandTests",
    "replication-benchmarks",
  ],
  "studio": ["StateGraphStudioServerTests", "studio-app"],
  "gtk": ["StateGraphGTKTests", "PresentationSpecificationWindowTests", "catalogue", "counter"],
  "command": [
    "StateGraphFormatsTests", "StateGraphImportTests", "StateGraphToolsTests",
    "StateGraphFixturesTests", "StateGraphCommandTests",
  ],
  "testing": ["StateGraphFixturesTests", "StateGraphTestingTests", "ShopTests"],
  "graph": ["StateGraphTests", "StateGraphNormalizationTests", "StateGraphPersistenceTests"],
  "macros": ["StateGraphMacrosTests"],
]

// The tests of the macros exist only in their own part: SwiftPM would compile every module twice, for
// the host and for the products, if the tests contained a target that depends on a macro.
if let part = Context.environment["STATEGRAPH_PART"] {
  guard var rest = testsOfPart[part] else { fatalError("There is no part \(part).") }
  var kept: Set<String> = []
  while let name = rest.popLast() {
    guard kept.insert(name).inserted, let target = targets.first(where: { $0.name == name })
    else { continue }
    for case .targetItem(let name, _) in target.dependencies { rest.append(name) }
    for case .byNameItem(let name, _) in target.dependencies { rest.append(name) }
    if target.plugins != nil { rest += ["EmbedPage", "embed-page"] }
  }
  targets.removeAll { !kept.contains($0.name) }
} else {
  targets.removeAll { ["StateGraphMacrosTests", "catalogue"].contains($0.name) }
}
let targetNames = Set(targets.map(\.name))
let libraries = [
  "StateGraph", "StateGraphNormalization", "StateGraphPresentation", "StateGraphSessions",
  "StateGraphSQLite", "StateGraphPersistence", "StateGraphImport", "StateGraphTools",
  "StateGraphTesting", "StateGraphGTK", "StateGraphReplicator", "StateGraphStudio",
]
let commands: KeyValuePairs = [
  "stategraph": "StateGraphCommand", "stategraph-sync": "StateGraphSyncCommand",
  "stategraph-studio": "StateGraphStudioCommand",
]

let package = Package(
  name: "stategraph",
  products: libraries.filter(targetNames.contains).map { .library(name: $0, targets: [$0]) }
    + commands.filter { targetNames.contains($1) }.map { .executable(name: $0, targets: [$1]) },
  // Without its trait, SwiftPM does not download Hummingbird.
  traits: [
    .trait(name: "GTK", description: "Windows by GTK 4. Needs libgtk-4-dev."),
    .trait(name: "PostgreSQL", description: "Replication by libpq. Needs libpq-dev."),
    .trait(name: "Studio", description: "The server of Studio. Downloads Hummingbird."),
  ],
  dependencies: [
    .package(url: "https://github.com/swiftlang/swift-syntax", "602.0.0"..<"604.0.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    // Only with the trait Studio. The empty lists leave out parts that Studio does not need.
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0", traits: []),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
  ],
  targets: targets,
  swiftLanguageModes: [.v6]
)
