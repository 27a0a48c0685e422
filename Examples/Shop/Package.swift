// swift-tools-version: 6.2
import PackageDescription

// The package of an example app, as the developer of the app would write it. The main package also
// compiles its sources, and runs its tests.
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
