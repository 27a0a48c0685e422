// swift-tools-version: 6.2
import PackageDescription

// The benchmarks are a package of their own, so that a user of the library does not resolve the
// libraries that it is compared with.
let package = Package(
  name: "benchmarks",
  dependencies: [
    .package(name: "stategraph", path: ".."),
    .package(url: "https://github.com/OpenCombine/OpenCombine", exact: "0.14.0"),
    .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
  ],
  targets: [
    .target(name: "CMeasurement"),
    .target(name: "Measurement", dependencies: ["CMeasurement"]),
    // Loops over SQLite's C interface, the baseline of the other sides of DatabaseBenchmarks.
    .target(name: "CSQLiteLoops", linkerSettings: [.linkedLibrary("sqlite3")]),
    // Counts the statements of every SQLite connection of the process, on all sides.
    .target(name: "CStatementCounter", linkerSettings: [.linkedLibrary("sqlite3")]),
    // A file system whose flushes take time, below SQLite.
    .target(name: "CSlowDisk", linkerSettings: [.linkedLibrary("sqlite3")]),
    .executableTarget(
      name: "CoreBenchmarks",
      dependencies: [
        "Measurement",
        .product(name: "OpenCombine", package: "OpenCombine"),
        .product(name: "StateGraph", package: "stategraph"),
        .product(name: "StateGraphNormalization", package: "stategraph"),
        .product(name: "StateGraphPresentation", package: "stategraph"),
      ]
    ),
    .executableTarget(
      name: "DatabaseBenchmarks",
      dependencies: [
        "CSQLiteLoops", "Measurement",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "StateGraphPersistence", package: "stategraph"),
      ]
    ),
    .executableTarget(
      name: "LiveBenchmarks",
      dependencies: [
        "CStatementCounter", "Measurement",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "StateGraph", package: "stategraph"),
        .product(name: "StateGraphPersistence", package: "stategraph"),
      ]
    ),
    .executableTarget(
      name: "SharingBenchmarks",
      dependencies: [
        "CSlowDisk", "Measurement",
        .product(name: "StateGraphPersistence", package: "stategraph"),
      ]
    ),
  ],
  swiftLanguageModes: [.v6]
)
