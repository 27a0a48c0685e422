import Foundation
import TestSupport
import Testing

/// Without the trait `GTK`, a build must not ask for GTK: SwiftPM would then run pkg-config for it,
/// and warn on a machine that does not have it.
@Suite struct TraitTests {
  /// The lines of a manifest that depend on the system library `CGTK` without the trait.
  static func unconditional(in manifest: String) -> [String] {
    manifest.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { line in
      line.contains("\"CGTK\"") && !line.hasPrefix("name: ") && !line.hasPrefix("path: ")
        && !line.contains(#".target(name: "CGTK", condition: .when(traits: ["GTK"]))"#)
    }
  }

  @Test func `only the trait makes a target depend on GTK, and the trait is off`() throws {
    let path = PackageRoot.path + "/Package.swift"
    let manifest = try String(contentsOfFile: path, encoding: .utf8)
    #expect(manifest.contains(#"traits: [.trait(name: "GTK""#))
    #expect(!manifest.contains(".default(enabledTraits:"))
    #expect(manifest.contains(#".target(name: "CGTK", condition"#))
    #expect(Self.unconditional(in: manifest) == [])
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
