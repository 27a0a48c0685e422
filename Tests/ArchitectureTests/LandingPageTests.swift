import Foundation
import TestSupport
import Testing

/// Users find a module's symbols by its landing page. That the page lists all of them is checked by
/// `Scripts/documentation`, which needs the built modules.
@Suite struct LandingPageTests {
  /// The libraries in the list of products.
  private func products() throws -> [String] {
    let package = try String(contentsOfFile: PackageRoot.path + "/Package.swift", encoding: .utf8)
    let list = try #require(package.components(separatedBy: "let libraries = [").last)
    return list.prefix { $0 != "]" }.matches(of: /"(\w+)"/).map { String($0.1) }
  }

  @Test func `every library has a landing page and a baseline of its public interface`() throws {
    let products = try products()
    #expect(products.count >= 5)
    for product in products {
      for path in ["Sources/\(product)/Documentation.docc/\(product).md", "API/\(product).txt"] {
        #expect(FileManager.default.fileExists(atPath: PackageRoot.path + "/" + path), "\(path)")
      }
    }
  }
}
