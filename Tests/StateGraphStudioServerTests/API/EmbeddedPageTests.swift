import Foundation
import TestSupport
import Testing

@testable import StateGraphStudioServer

@Suite("The page in the program")
struct EmbeddedPageTests {
  @Test func `the program contains all scripts and styles of the page in few files`() throws {
    let folder = PackageRoot.path + "/Studio"
    let files = PageFiles.embedded(EmbeddedPage.files)
    let names = try #require(FileManager.default.enumerator(atPath: folder))
    let bundles = [".css": "/styles/design.css", ".js": "/scripts/main.js"]
    for case let name as String in names {
      guard let (_, path) = bundles.first(where: { name.hasSuffix($0.key) }),
        !name.hasSuffix("/worker.js")
      else { continue }
      let bundle = String(decoding: try #require(files.file(path)).bytes, as: UTF8.self)
      let text = try String(contentsOfFile: folder + "/" + name, encoding: .utf8)
      let code = text.replacing(/(?m)^import [^;]*;\n/, with: "")
        .replacing(/(?m)^export\s/, with: "")
      #expect(bundle.contains(code), "\(name)")
      #expect(!bundle.contains(/(?m)^(import|export)\s/))
    }
    #expect(
      EmbeddedPage.files.map(\.path) == [
        "/index.html", "/scripts/main.js", "/scripts/stream.js", "/scripts/worker.js",
        "/styles/design.css",
      ]
    )
    #expect(EmbeddedPage.files.reduce(0) { $0 + $1.bytes.count } <= 400_000)
    #expect(files.file("/")?.type == "text/html; charset=utf-8")
  }

  @Test(arguments: ["/missing.js", "/../Package.swift", "/scripts/", "//index.html", "/.git/a.js"])
  func `no other file is found`(path: String) {
    #expect(PageFiles.embedded(EmbeddedPage.files).file(path) == nil)
    #expect(PageFiles.folder(PackageRoot.path + "/Studio").file(path) == nil)
  }
}
