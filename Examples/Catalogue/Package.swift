// swift-tools-version: 6.2
import PackageDescription

// The package of an app with a window, as the developer of the app would write it. The main package
// also compiles its sources, for CI.
let package = Package(
  name: "catalogue",
  dependencies: [.package(name: "stategraph", path: "../..", traits: ["GTK"])],
  targets: [
    .executableTarget(
      name: "catalogue",
      dependencies: [
        .product(name: "StateGraph", package: "stategraph"),
        .product(name: "StateGraphGTK", package: "stategraph"),
        .product(name: "StateGraphImport", package: "stategraph"),
        .product(name: "StateGraphPersistence", package: "stategraph"),
        .product(name: "StateGraphSessions", package: "stategraph"),
      ],
      path: "Sources/Catalogue"
    )
  ],
  swiftLanguageModes: [.v6]
)
