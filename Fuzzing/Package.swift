// swift-tools-version: 6.2
import PackageDescription

// This is a package of its own, because its build instruments every module for libFuzzer and
// AddressSanitizer. The links in Sources lead to the modules of the main package. Scripts/fuzz
// builds the package, because it knows the path of libFuzzer's runtime in the toolchain.
let package = Package(
  name: "fuzzing",
  dependencies: [
    .package(url: "https://github.com/apple/swift-log", from: "1.6.0")
  ],
  targets: [
    .systemLibrary(name: "CSQLite", path: "CSQLite", pkgConfig: "sqlite3"),
    .systemLibrary(name: "CZlib", path: "CZlib", pkgConfig: "zlib"),
    // The runtime of libFuzzer, which belongs to the toolchain, is written in C++.
    .target(name: "CLibFuzzer", linkerSettings: [.linkedLibrary("stdc++")]),
    .target(name: "StateGraphThreads"),
    .target(name: "StateGraphRows"),
    .target(
      name: "StateGraphSQLite",
      dependencies: [
        "CSQLite", "StateGraphRows", "StateGraphThreads",
        .product(name: "Logging", package: "swift-log"),
      ]
    ),
    .target(name: "StateGraphFormats", dependencies: ["CZlib", "StateGraphThreads"]),
    .target(
      name: "StateGraphImport",
      dependencies: ["StateGraphFormats", "StateGraphSQLite", "StateGraphThreads"]
    ),
    // Without the trait PostgreSQL, the files that need libpq are empty.
    .target(
      name: "StateGraphReplication",
      dependencies: ["StateGraphRows", "StateGraphThreads"]
    ),
    .executableTarget(
      name: "fuzz",
      dependencies: [
        "CLibFuzzer", "CZlib", "StateGraphFormats", "StateGraphImport", "StateGraphReplication",
        "StateGraphRows", "StateGraphSQLite",
      ],
      path: "Sources/Fuzz",
      linkerSettings: [.unsafeFlags(["-sanitize=address"])]
    ),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets where target.type != .system && target.name != "CLibFuzzer" {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .unsafeFlags(["-sanitize=fuzzer,address"]),
  ]
}
