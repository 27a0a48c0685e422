// swift-tools-version: 6.2
import PackageDescription

// A package of its own, because every module is built again here with instruments in it: the
// folders in Sources that are links are those of the package above. Built by Scripts/fuzz, which
// knows where the toolchain keeps the runtime of libFuzzer.
let package = Package(
  name: "fuzzing",
  dependencies: [
    .package(url: "https://github.com/apple/swift-log", from: "1.6.0")
  ],
  targets: [
    .systemLibrary(name: "CSQLite", path: "CSQLite", pkgConfig: "sqlite3"),
    .systemLibrary(name: "CZlib", path: "CZlib", pkgConfig: "zlib"),
    // The runtime itself comes with the toolchain, and is in C++.
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
    .executableTarget(
      name: "fuzz",
      dependencies: [
        "CLibFuzzer", "CZlib", "StateGraphFormats", "StateGraphImport", "StateGraphSQLite",
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
