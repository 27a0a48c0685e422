// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that users of the library never see what it is measured against.
let package = Package(
  name: "benchmarks",
  dependencies: [.package(name: "stategraph", path: "..")],
  targets: [
    .executableTarget(
      name: "GraphBenchmarks",
      dependencies: [
        .product(name: "StateGraph", package: "stategraph"),
        .product(name: "StateGraphPersistence", package: "stategraph"),
      ]
    )
  ],
  swiftLanguageModes: [.v6]
)
