// swift-tools-version: 6.2
import CompilerPluginSupport
import PackageDescription

// Dependencies form no cycle. Tests/ArchitectureTests compares the imports with a table of the
// permitted ones. The command does not depend on the macros, so that a build of the command
// (`swift build --product stategraph`) never compiles swift-syntax.
let package = Package(
  name: "stategraph",
  products: [
    .library(name: "StateGraph", targets: ["StateGraph"]),
    .library(name: "StateGraphNormalization", targets: ["StateGraphNormalization"]),
    .library(name: "StateGraphPresentation", targets: ["StateGraphPresentation"]),
    .library(name: "StateGraphSessions", targets: ["StateGraphSessions"]),
    .library(name: "StateGraphSQLite", targets: ["StateGraphSQLite"]),
    .library(name: "StateGraphPersistence", targets: ["StateGraphPersistence"]),
    .library(name: "StateGraphImport", targets: ["StateGraphImport"]),
    .library(name: "StateGraphTools", targets: ["StateGraphTools"]),
    .library(name: "StateGraphTesting", targets: ["StateGraphTesting"]),
    .library(name: "StateGraphGTK", targets: ["StateGraphGTK"]),
    .library(name: "StateGraphReplicator", targets: ["StateGraphReplicator"]),
    .library(name: "StateGraphStudio", targets: ["StateGraphStudio"]),
    .executable(name: "stategraph", targets: ["StateGraphCommand"]),
    .executable(name: "stategraph-sync", targets: ["StateGraphSyncCommand"]),
    .executable(name: "stategraph-studio", targets: ["StateGraphStudioCommand"]),
  ],
  // Without these traits, no target depends on GTK, libpq or Hummingbird, and the files that need
  // them are empty. SwiftPM does not download Hummingbird without the trait Studio.
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
    .package(
      url: "https://github.com/hummingbird-project/hummingbird",
      from: "2.28.1",
      traits: []
    ),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0", traits: []),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
  ],
  targets: [
    .systemLibrary(
      name: "CSQLite",
      path: "CSQLite",
      pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"])]
    ),
    .systemLibrary(
      name: "CZlib",
      path: "CZlib",
      pkgConfig: "zlib",
      providers: [.apt(["zlib1g-dev"])]
    ),

    .target(name: "CStateGraphThreads"),
    .target(name: "StateGraphThreads"),
    .target(
      name: "StateGraphCore",
      dependencies: ["CStateGraphThreads", "StateGraphThreads", "StateGraphMacros"]
    ),
    .target(
      name: "StateGraphUserDefaults",
      dependencies: ["StateGraphCore", "StateGraphThreads"]
    ),
    // Users import this module. It re-exports the core and user defaults. See decision record 0019.
    .target(name: "StateGraph", dependencies: ["StateGraphCore", "StateGraphUserDefaults"]),
    .macro(
      name: "StateGraphMacros",
      dependencies: [
        .product(name: "SwiftCompilerPlugin", package: "swift-syntax"),
        .product(name: "SwiftDiagnostics", package: "swift-syntax"),
        .product(name: "SwiftSyntax", package: "swift-syntax"),
        .product(name: "SwiftSyntaxBuilder", package: "swift-syntax"),
        .product(name: "SwiftSyntaxMacros", package: "swift-syntax"),
      ]
    ),
    .target(
      name: "StateGraphNormalization",
      dependencies: ["StateGraphCore", "StateGraphThreads"]
    ),

    .target(
      name: "StateGraphPresentation",
      dependencies: [
        "StateGraphCore", "StateGraphThreads",
        .product(name: "Logging", package: "swift-log"),
      ]
    ),

    .systemLibrary(
      name: "CGTK",
      path: "CGTK",
      pkgConfig: "gtk4",
      providers: [.apt(["libgtk-4-dev"])]
    ),
    .target(
      name: "CStateGraphGTK",
      dependencies: [.target(name: "CGTK", condition: .when(traits: ["GTK"]))]
    ),
    .target(
      name: "StateGraphGTK",
      dependencies: [
        .target(name: "CGTK", condition: .when(traits: ["GTK"])),
        "CStateGraphGTK", "StateGraphCore", "StateGraphPresentation",
      ]
    ),

    .target(name: "StateGraphRows"),
    .target(name: "StateGraphLive", dependencies: ["StateGraphRows"]),
    .target(
      name: "StateGraphSQLite",
      dependencies: [
        "CSQLite", "StateGraphRows", "StateGraphThreads",
        .product(name: "Logging", package: "swift-log"),
      ]
    ),
    .target(
      name: "StateGraphPersistence",
      dependencies: [
        "CStateGraphThreads", "StateGraphCore", "StateGraphLive", "StateGraphMacros",
        "StateGraphNormalization", "StateGraphRows", "StateGraphSQLite", "StateGraphThreads",
        .product(name: "Logging", package: "swift-log"),
      ]
    ),

    .target(
      name: "StateGraphSessions",
      dependencies: [
        "StateGraphCore", "StateGraphPersistence", "StateGraphPresentation", "StateGraphSQLite",
        "StateGraphThreads",
        .product(name: "Logging", package: "swift-log"),
      ]
    ),

    .systemLibrary(
      name: "CPostgreSQL",
      path: "CPostgreSQL",
      pkgConfig: "libpq",
      providers: [.apt(["libpq-dev"])]
    ),
    // Without the trait PostgreSQL, the module has the protocol and the types, but no connection.
    .target(
      name: "StateGraphReplication",
      dependencies: [
        .target(name: "CPostgreSQL", condition: .when(traits: ["PostgreSQL"])),
        "StateGraphRows", "StateGraphThreads",
      ]
    ),

    // Without the trait PostgreSQL, the module has the conversions of rows, but no replicator.
    .target(
      name: "StateGraphReplicator",
      dependencies: [
        "StateGraphReplication", "StateGraphRows", "StateGraphSQLite", "StateGraphThreads",
      ]
    ),

    .target(name: "StateGraphFormats", dependencies: ["CZlib", "StateGraphThreads"]),
    .target(
      name: "StateGraphImport",
      dependencies: ["StateGraphFormats", "StateGraphSQLite", "StateGraphThreads"]
    ),
    .target(
      name: "StateGraphTools",
      dependencies: ["StateGraphFormats", "StateGraphImport", "StateGraphSQLite"]
    ),

    // Databases for tests. The module StateGraphFixtures depends neither on the macros nor on Swift
    // Testing, because the command uses it, too.
    .target(
      name: "StateGraphFixtures",
      dependencies: [
        "StateGraphFormats", "StateGraphImport", "StateGraphSQLite", "StateGraphThreads",
        "StateGraphTools",
      ]
    ),
    // The file system below SQLite, for the database of a test.
    .target(name: "CStateGraphTesting", dependencies: ["CSQLite"]),
    .target(
      name: "StateGraphTesting",
      dependencies: [
        "CStateGraphTesting", "StateGraphFixtures", "StateGraphFormats", "StateGraphNormalization",
        "StateGraphPersistence", "StateGraphSQLite", "StateGraphThreads",
      ]
    ),
    .executableTarget(
      name: "StateGraphCommand",
      dependencies: [
        "StateGraphFixtures", "StateGraphFormats", "StateGraphImport", "StateGraphSQLite",
        "StateGraphThreads", "StateGraphTools",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]
    ),
    // Without the trait PostgreSQL, the command only says that it needs the trait.
    .executableTarget(
      name: "StateGraphSyncCommand",
      dependencies: [
        "StateGraphReplication", "StateGraphReplicator", "StateGraphSQLite",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]
    ),
    // Without the trait Studio, the module has the answers to the requests, but no HTTP server.
    .target(
      name: "StateGraphStudioServer",
      dependencies: [
        .product(
          name: "HummingbirdCore",
          package: "hummingbird",
          condition: .when(traits: ["Studio"])
        ),
        .product(
          name: "HTTPTypes",
          package: "swift-http-types",
          condition: .when(traits: ["Studio"])
        ),
        .product(name: "NIOCore", package: "swift-nio", condition: .when(traits: ["Studio"])),
        .product(name: "NIOPosix", package: "swift-nio", condition: .when(traits: ["Studio"])),
        .product(name: "Logging", package: "swift-log"),
        "StateGraphFormats", "StateGraphRows", "StateGraphSQLite", "StateGraphThreads",
        "StateGraphTools",
      ],
      exclude: ["API"]
    ),
    // The server in an app. Without the trait Studio, the module has the graph, but no server.
    .target(
      name: "StateGraphStudio",
      dependencies: [
        "StateGraphCore", "StateGraphPersistence", "StateGraphSQLite", "StateGraphStudioServer",
        "StateGraphThreads",
      ]
    ),
    // Without the trait Studio, the command only says that it needs the trait.
    .executableTarget(
      name: "StateGraphStudioCommand",
      dependencies: [
        "StateGraphSQLite", "StateGraphStudioServer", "StateGraphThreads", "StateGraphTools",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]
    ),
    .executableTarget(
      name: "fixtures",
      dependencies: [.product(name: "ArgumentParser", package: "swift-argument-parser")],
      path: "Fixtures/Generator"
    ),

    .target(
      name: "SampleDomains",
      dependencies: ["StateGraphPersistence"],
      path: "Examples/SampleDomains"
    ),

    .executableTarget(
      name: "demo",
      dependencies: ["SampleDomains", "StateGraphImport", "StateGraphPersistence"],
      path: "Examples/Demo"
    ),

    // A stock ledger on the command line, as a user of the library would write it.
    .executableTarget(
      name: "ledger",
      dependencies: ["StateGraphPersistence"],
      path: "Examples/Ledger",
      exclude: ["README.md"]
    ),

    // A program whose file is replicated. It needs no libpq.
    .executableTarget(
      name: "replicated-notes",
      dependencies: ["StateGraphPersistence"],
      path: "Examples/ReplicatedNotes"
    ),

    // An app that embeds the server of Studio. It needs the trait Studio, so the target exists only
    // in the part studio.
    .executableTarget(
      name: "studio-app",
      dependencies: ["StateGraphPersistence", "StateGraphStudio"],
      path: "Examples/StudioApp"
    ),

    // The examples of the documents about presentation, as an app with a window.
    .executableTarget(
      name: "counter",
      dependencies: ["StateGraph", "StateGraphGTK", "StateGraphPresentation"],
      path: "Examples/Counter",
      exclude: ["counter.png"]
    ),

    // Examples/Catalogue is also a package of its own, as the developer of an app would write it.
    // Its files need the trait GTK, so the target exists only in the part gtk.
    .executableTarget(
      name: "catalogue",
      dependencies: [
        "StateGraph", "StateGraphGTK", "StateGraphImport", "StateGraphPersistence",
        "StateGraphSessions",
      ],
      path: "Examples/Catalogue/Sources/Catalogue"
    ),

    .target(
      name: "TestSupport",
      dependencies: ["StateGraphThreads"],
      path: "Tests/Support"
    ),
    .target(
      name: "SQLiteTestSupport",
      dependencies: ["CStateGraphTesting", "StateGraphSQLite", "StateGraphThreads", "TestSupport"],
      path: "Tests/SQLiteSupport"
    ),
    .testTarget(name: "ArchitectureTests", dependencies: ["TestSupport"]),
    .testTarget(
      name: "DocumentationTests",
      dependencies: [
        "StateGraph", "StateGraphImport", "StateGraphPersistence", "StateGraphPresentation",
        "StateGraphSessions", "StateGraphTools", "TestSupport",
      ]
    ),
    // The code of README and of the articles in Swift 5 mode, which a user's package may have. The
    // files are links to DocumentationTests.
    .testTarget(
      name: "DocumentationSwift5Tests",
      dependencies: [
        "StateGraph", "StateGraphImport", "StateGraphPersistence", "StateGraphPresentation",
        "StateGraphSessions", "StateGraphTools", "TestSupport",
      ],
      swiftSettings: [.swiftLanguageMode(.v5)]
    ),
    .testTarget(
      name: "StateGraphMacrosTests",
      dependencies: [
        "StateGraphMacros",
        .product(name: "SwiftDiagnostics", package: "swift-syntax"),
        .product(name: "SwiftSyntax", package: "swift-syntax"),
        .product(name: "SwiftSyntaxBuilder", package: "swift-syntax"),
        .product(name: "SwiftSyntaxMacroExpansion", package: "swift-syntax"),
        .product(name: "SwiftSyntaxMacros", package: "swift-syntax"),
        .product(name: "SwiftSyntaxMacrosGenericTestSupport", package: "swift-syntax"),
      ]
    ),
    .testTarget(
      name: "StateGraphTests",
      dependencies: ["StateGraph", "StateGraphCore", "StateGraphUserDefaults", "TestSupport"]
    ),
    // The code of the documents as they show it, in the language mode of most of their readers.
    // With ImmutableWeakCaptures, a weak capture is a constant, so that passing it to a queue
    // causes no warning.
    .testTarget(
      name: "SpecificationTests",
      dependencies: ["StateGraph", "StateGraphNormalization", "TestSupport"],
      swiftSettings: [
        .swiftLanguageMode(.v5), .enableUpcomingFeature("ImmutableWeakCaptures"),
      ]
    ),
    // The same code in Swift 6 mode. The folders are links to SpecificationTests.
    .testTarget(
      name: "SpecificationSwift6Tests",
      dependencies: ["StateGraph", "StateGraphNormalization", "TestSupport"]
    ),
    // The code of the documents about presentation, as they show it. The tests with windows also
    // compile the folder Documents, by a link. Therefore its files require the trait GTK or
    // HEADLESS.
    .testTarget(
      name: "PresentationSpecificationTests",
      dependencies: ["StateGraph", "StateGraphPresentation"],
      swiftSettings: [.swiftLanguageMode(.v5), .define("HEADLESS")]
    ),
    .testTarget(
      name: "StateGraphNormalizationTests",
      dependencies: ["StateGraphNormalization", "TestSupport"]
    ),
    .testTarget(
      name: "StateGraphPresentationTests",
      dependencies: ["StateGraph", "StateGraphPresentation", "StateGraphThreads", "TestSupport"],
      swiftSettings: [.define("HEADLESS")]
    ),
    // The tests also start their own program, as processes that are killed.
    .testTarget(
      name: "StateGraphSessionsTests",
      dependencies: [
        "SQLiteTestSupport", "StateGraph", "StateGraphPersistence", "StateGraphPresentation",
        "StateGraphSQLite", "StateGraphSessions", "StateGraphTesting", "StateGraphThreads",
        "TestSupport",
      ]
    ),
    // Tests with real windows, on a display of their own. Without the trait GTK, the next two
    // targets are empty.
    .target(
      name: "GTKTestSupport",
      dependencies: [
        .target(name: "CGTK", condition: .when(traits: ["GTK"])),
        "CStateGraphGTK", "StateGraphGTK", "StateGraphThreads", "TestSupport",
      ],
      path: "Tests/GTKSupport"
    ),
    .testTarget(
      name: "StateGraphGTKTests",
      dependencies: [
        .target(name: "CGTK", condition: .when(traits: ["GTK"])),
        "GTKTestSupport", "StateGraph", "StateGraphGTK", "StateGraphPersistence",
        "StateGraphPresentation", "StateGraphSQLite", "StateGraphSessions", "StateGraphThreads",
        "TestSupport", "counter",
      ]
    ),
    // The documents about presentation, in real windows. The folder Documents is a link.
    .testTarget(
      name: "PresentationSpecificationWindowTests",
      dependencies: [
        "GTKTestSupport", "StateGraph", "StateGraphGTK", "StateGraphPresentation", "TestSupport",
      ],
      swiftSettings: [.swiftLanguageMode(.v5)]
    ),
    // A server and a proxy for the tests of replication.
    .target(
      name: "PostgreSQLTestSupport",
      dependencies: ["StateGraphThreads", "TestSupport"],
      path: "Tests/PostgreSQLSupport"
    ),
    // The package Benchmarks cannot see the module StateGraphReplication, which is no product.
    .executableTarget(
      name: "replication-benchmarks",
      dependencies: [
        "PostgreSQLTestSupport", "StateGraphReplication", "StateGraphReplicator", "StateGraphRows",
        "StateGraphSQLite", "StateGraphThreads",
      ],
      path: "Benchmarks/ReplicationBenchmarks"
    ),
    // Without the trait PostgreSQL, the target has only the tests that need no server.
    .testTarget(
      name: "StateGraphReplicationTests",
      dependencies: [
        "PostgreSQLTestSupport", "StateGraphReplication", "StateGraphRows", "StateGraphThreads",
        "TestSupport",
      ]
    ),
    .testTarget(
      name: "StateGraphReplicatorTests",
      dependencies: [
        "PostgreSQLTestSupport", "SQLiteTestSupport", "StateGraphReplication",
        "StateGraphReplicator", "StateGraphRows", "StateGraphSQLite", "StateGraphThreads",
        "TestSupport",
      ]
    ),
    // The tests run the built command as a child process. Without the trait PostgreSQL, the target
    // has no test.
    .testTarget(
      name: "StateGraphSyncCommandTests",
      dependencies: [
        "PostgreSQLTestSupport", "StateGraphSQLite", "StateGraphSyncCommand", "StateGraphThreads",
        "TestSupport",
      ]
    ),
    // The tests send requests to the built command, over a socket. Without the trait Studio, the
    // target has only the tests that need no server.
    .testTarget(
      name: "StateGraphStudioServerTests",
      dependencies: [
        "SQLiteTestSupport", "StateGraphFormats", "StateGraphRows", "StateGraphSQLite",
        "StateGraphStudioCommand",
        "StateGraphStudioServer", "StateGraphThreads", "StateGraphTools", "TestSupport",
      ]
    ),
    // The graph of an app in the answers of the server. These tests need no HTTP.
    .testTarget(
      name: "StateGraphStudioTests",
      dependencies: [
        "SampleDomains", "StateGraphPersistence", "StateGraphStudio", "StateGraphStudioServer",
        "TestSupport",
      ]
    ),
    .testTarget(
      name: "StateGraphPersistenceTests",
      dependencies: [
        "SQLiteTestSupport", "SampleDomains", "StateGraph", "StateGraphLive",
        "StateGraphNormalization", "StateGraphPersistence", "StateGraphRows", "StateGraphSQLite",
        "StateGraphTesting", "StateGraphThreads", "TestSupport",
        .product(name: "Logging", package: "swift-log"),
      ]
    ),
    // Tests of an app and the built command, as two processes that use the same file.
    .testTarget(
      name: "SharedFileTests",
      dependencies: ["SampleDomains", "StateGraphCommand", "StateGraphPersistence", "TestSupport"]
    ),
    // Tests of an example as a process.
    .testTarget(
      name: "ExampleTests",
      dependencies: ["StateGraphSQLite", "TestSupport", "ledger"]
    ),
    .testTarget(
      name: "StateGraphRowsTests",
      dependencies: ["SQLiteTestSupport", "StateGraphRows", "StateGraphSQLite", "TestSupport"]
    ),
    .testTarget(
      name: "StateGraphLiveTests",
      dependencies: [
        "SQLiteTestSupport", "StateGraphLive", "StateGraphRows", "StateGraphSQLite", "TestSupport",
      ]
    ),
    .testTarget(
      name: "StateGraphSQLiteTests",
      dependencies: ["SQLiteTestSupport", "StateGraphSQLite", "TestSupport"]
    ),
    .target(
      name: "ImportTestSupport",
      dependencies: ["StateGraphFormats", "StateGraphImport", "StateGraphSQLite", "TestSupport"],
      path: "Tests/ImportSupport"
    ),
    .testTarget(
      name: "StateGraphFormatsTests",
      dependencies: ["ImportTestSupport", "StateGraphFormats", "TestSupport"]
    ),
    .testTarget(
      name: "StateGraphImportTests",
      dependencies: [
        "ImportTestSupport", "StateGraphFormats", "StateGraphImport", "StateGraphSQLite",
        "TestSupport",
      ]
    ),
    .target(
      name: "FixtureTestSupport",
      dependencies: ["StateGraphSQLite", "TestSupport"],
      path: "Tests/FixtureSupport"
    ),
    .testTarget(
      name: "StateGraphFixturesTests",
      dependencies: [
        "FixtureTestSupport", "StateGraphFixtures", "StateGraphFormats", "StateGraphImport",
        "StateGraphSQLite",
        "StateGraphTools", "TestSupport",
      ],
      exclude: ["Schemas"]
    ),
    // Examples/Shop is also a package of its own. Its tests are the examples of the article about
    // tests.
    .target(
      name: "Shop",
      dependencies: ["StateGraphPersistence"],
      path: "Examples/Shop/Sources/Shop"
    ),
    .testTarget(
      name: "ShopTests",
      dependencies: ["Shop", "StateGraphTesting"],
      path: "Examples/Shop/Tests/ShopTests"
    ),
    .testTarget(
      name: "StateGraphTestingTests",
      dependencies: [
        "CSQLite", "FixtureTestSupport", "Shop", "StateGraphFixtures", "StateGraphImport",
        "StateGraphPersistence",
        "StateGraphSQLite", "StateGraphTesting", "StateGraphThreads", "TestSupport",
      ]
    ),
    .testTarget(
      name: "StateGraphToolsTests",
      dependencies: [
        "ImportTestSupport", "StateGraphFormats", "StateGraphImport", "StateGraphSQLite",
        "StateGraphTools", "TestSupport",
      ]
    ),
    // The tests run the built command as a child process. Therefore they depend on an executable.
    .testTarget(
      name: "StateGraphCommandTests",
      dependencies: [
        "StateGraphCommand", "StateGraphFormats", "StateGraphImport", "StateGraphSQLite",
        "StateGraphTools", "TestSupport",
      ]
    ),

    // Faults below SQLite, which separate processes inject. See Tests/ReliabilityTests/README.md.
    .target(name: "CFaults", dependencies: ["CSQLite"], path: "Tests/Reliability/CFaults"),
    .executableTarget(
      name: "reliability",
      dependencies: [
        "CFaults", "StateGraphFormats", "StateGraphImport", "StateGraphSQLite", "StateGraphTools",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
      ],
      path: "Tests/Reliability/Command"
    ),
    .testTarget(
      name: "ReliabilityTests",
      dependencies: ["reliability", "TestSupport"],
      exclude: ["README.md"]
    ),
  ],
  swiftLanguageModes: [.v6]
)

// The upcoming features require `any` for an existential, and make an import internal by default.
// The code of the documents is compiled without them. Warnings are errors in continuous integration
// only, so that a new compiler does not break the build of a user.
let isChecked = Context.environment["CI"] != nil
for target in package.targets where target.type != .system && target.type != .macro {
  var settings = target.swiftSettings ?? []
  if !target.name.hasPrefix("Specification"), !target.name.hasPrefix("PresentationSpecification") {
    settings += [
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
    ]
  }
  if isChecked { settings.append(.treatAllWarnings(as: .error)) }
  target.swiftSettings = settings
}

// The parts of the package that can be built alone: their tests, and the targets that the tests need.
// Scripts/sanitize chooses one. Only the parts files, command and replication need no swift-syntax.
// The part gtk requires the trait GTK, and contains the examples with windows. The part replication
// requires the trait PostgreSQL, and the part studio requires the trait Studio. Scripts/traits enables
// all three, so that these parts share what is compiled.
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

// The tests of the macros exist only in their own part. SwiftPM builds a test product for the host
// if it contains a test target that depends on a macro, and would then compile every module twice:
// once for the tests, and once for the products.
if let part = Context.environment["STATEGRAPH_PART"] {
  guard var rest = testsOfPart[part] else { fatalError("There is no part \(part).") }
  var kept: Set<String> = []
  while let name = rest.popLast() {
    guard kept.insert(name).inserted,
      let target = package.targets.first(where: { $0.name == name })
    else { continue }
    for dependency in target.dependencies {
      switch dependency {
      case .targetItem(let name, _), .byNameItem(let name, _): rest.append(name)
      default: break
      }
    }
  }
  package.targets.removeAll { !kept.contains($0.name) }
  package.products.removeAll { product in
    let library = (product as? Product.Library)?.targets
    let executable = (product as? Product.Executable)?.targets
    return !kept.isSuperset(of: library ?? executable ?? [])
  }
} else {
  let targetsOfParts = ["StateGraphMacrosTests", "catalogue", "studio-app"]
  package.targets.removeAll { targetsOfParts.contains($0.name) }
}
