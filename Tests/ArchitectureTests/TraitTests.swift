import Foundation
import TestSupport
import Testing

/// Without the traits `GTK` and `PostgreSQL`, a build must not ask for GTK or libpq: SwiftPM would
/// then run pkg-config for them, and warn on a machine that does not have them. Without the trait
/// `Studio`, SwiftPM must not download Hummingbird.
@Suite struct TraitTests {
  /// The lines of a manifest that depend on a system library without its trait.
  static func unconditional(
    in manifest: String,
    library: String = "CGTK",
    trait: String = "GTK"
  ) -> [String] {
    let dependency = #".target(name: "\#(library)", condition: .when(traits: ["\#(trait)"]))"#
    return manifest.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { line in
        line.contains("\"\(library)\"") && !line.hasPrefix("name: ") && !line.hasPrefix("path: ")
          && !line.contains(dependency)
      }
  }

  @Test func `only the trait makes a target depend on GTK, and the trait is off`() throws {
    let path = PackageRoot.path + "/Package.swift"
    let manifest = try String(contentsOfFile: path, encoding: .utf8)
    #expect(manifest.contains(#".trait(name: "GTK""#))
    #expect(!manifest.contains(".default(enabledTraits:"))
    #expect(manifest.contains(#".target(name: "CGTK", condition"#))
    #expect(Self.unconditional(in: manifest) == [])
  }

  @Test func `only the trait makes a target depend on libpq`() throws {
    let path = PackageRoot.path + "/Package.swift"
    let manifest = try String(contentsOfFile: path, encoding: .utf8)
    #expect(manifest.contains(#".trait(name: "PostgreSQL""#))
    #expect(manifest.contains(#".target(name: "CPostgreSQL", condition"#))
    let found = Self.unconditional(in: manifest, library: "CPostgreSQL", trait: "PostgreSQL")
    #expect(found == [])
  }

  @Test func `every file that imports libpq is compiled with the trait only`() {
    let files = SourceFile.all(under: "Sources") + SourceFile.all(under: "Tests")
    let using = files.filter { $0.imports.contains("CPostgreSQL") }
    #expect(using.count > 5)
    for file in using {
      #expect(file.lines.first?.hasPrefix("#if PostgreSQL") == true, "\(file.path)")
    }
  }

  @Test func `only the trait makes a target depend on Hummingbird`() throws {
    let path = PackageRoot.path + "/Package.swift"
    let manifest = try String(contentsOfFile: path, encoding: .utf8)
    #expect(manifest.contains(#".trait(name: "Studio""#))
    let products = manifest.components(separatedBy: ".product(").dropFirst()
    let packages = [#"package: "hummingbird""#, #"package: "swift-nio""#, "\"swift-http-types\""]
    let using = products.filter { product in packages.contains { product.contains($0) } }
    #expect(using.count == 4)
    for product in using {
      #expect(product.contains(#"condition: .when(traits: ["Studio"])"#))
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

  @Test func `a dependency without the trait is found`() {
    let manifest = """
      name: "CGTK",
      dependencies: ["CGTK", "StateGraphCore"]
      .target(name: "CGTK"),
      .target(name: "CGTK", condition: .when(traits: ["GTK"])),
      """
    #expect(Self.unconditional(in: manifest).count == 2)
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
