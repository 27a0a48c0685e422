import Foundation
import TestSupport
import Testing

/// Without the traits `GTK` and `PostgreSQL`, a build must not ask for GTK or libpq: SwiftPM would
/// then run pkg-config for them, and warn on a machine that does not have them. Without the trait
/// `Studio`, SwiftPM must not download Hummingbird.
@Suite struct TraitTests {
  private func manifest() throws -> String {
    try String(contentsOfFile: PackageRoot.path + "/Package.swift", encoding: .utf8)
  }

  /// The manifest lists the imports of a target by name, and `elsewhere` has the condition of a name.
  @Test(arguments: [("CGTK", "GTK"), ("CPostgreSQL", "PostgreSQL")])
  func `only the trait makes a target depend on a system library`(
    library: String,
    trait: String
  ) throws {
    let manifest = try manifest()
    let condition = #".target(name: "\#(library)", condition: .when(traits: ["\#(trait)"]))"#
    #expect(manifest.contains(#""\#(library)": \#(condition),"#))
    #expect(manifest.contains("return elsewhere[name] ?? .byName(name: name)"))
    #expect(manifest.components(separatedBy: ".byName(").count == 2)
  }

  @Test func `all traits are off`() throws {
    let manifest = try manifest()
    for trait in ["GTK", "PostgreSQL", "Studio"] {
      #expect(manifest.contains(#".trait(name: "\#(trait)""#))
    }
    #expect(!manifest.contains(".default(enabledTraits:"))
  }

  @Test func `only the trait makes a target depend on Hummingbird`() throws {
    let manifest = try manifest()
    #expect(manifest.contains(#"package: package, condition: .when(traits: ["Studio"]))"#))
    for package in ["hummingbird", "swift-http-types", "swift-nio"] {
      #expect(manifest.contains(#", of: "\#(package)")"#), "\(package)")
      #expect(!manifest.contains(#"package: "\#(package)""#), "\(package)")
    }
  }

  @Test func `every file that imports libpq is compiled with the trait only`() {
    let files = SourceFile.all(under: "Sources") + SourceFile.all(under: "Tests")
    let using = files.filter { $0.imports.contains("CPostgreSQL") }
    #expect(using.count > 5)
    for file in using {
      #expect(file.lines.first?.hasPrefix("#if PostgreSQL") == true, "\(file.path)")
    }
  }

  @Test func `every file that imports Hummingbird is compiled with the trait only`() {
    let modules: Set = ["HummingbirdCore", "NIOCore", "NIOPosix", "HTTPTypes"]
    let using = SourceFile.all(under: "Sources").filter { !modules.isDisjoint(with: $0.imports) }
    #expect(using.count >= 3)
    for file in using {
      #expect(file.lines.first?.hasPrefix("#if Studio") == true, "\(file.path)")
    }
  }

  /// The files that call GTK are empty without the trait.
  @Test func `every file that imports GTK is compiled with the trait only`() {
    let files = SourceFile.all(under: "Sources") + SourceFile.all(under: "Tests")
    let using = files.filter { $0.imports.contains("CGTK") || $0.imports.contains("StateGraphGTK") }
    #expect(using.count > 20)
    for file in using {
      #expect(file.lines.first?.hasPrefix("#if GTK") == true, "\(file.path)")
    }
  }
}
