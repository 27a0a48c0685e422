// swift-tools-version: 6.2
import PackageDescription

// A package of its own, as a developer of an app would write it. The main package compiles and runs
// its sources and tests, too.
let package = Package(
  name: "shop",
  dependencies: [.package(name: "stategraph", path: "../..")],
  targets: [
    .target(
      name: "Shop",
      dependencies: [.product(name: "StateGraphPersistence", package: "stategraph")]
    ),
    .testTarget(
      name: "ShopTests",
      dependencies: [
        "Shop", .product(name: "StateGraphTesting", package: "stategraph"),
      ]
    ),
  ],
  swiftLanguageModes: [.v6]
)
