import Foundation
import TestSupport
import Testing

@testable import StateGraphStudioServer

@Suite("The page in the program")
struct EmbeddedPageTests {
  @Test func `the program contains the files of the page as they are, in at most 400 KB`() throws {
    let folder = PackageRoot.path + "/Studio"
    let files = PageFiles.embedded(EmbeddedPage.files)
    var total = 0
    var count = 0
    let names = try #require(FileManager.default.enumerator(atPath: folder))
    for case let name as String in names where !name.hasSuffix(".md") && name.contains(".") {
      // The pictures belong to the README of the folder.
      if name.hasPrefix("Pictures/") { continue }
      let expected = try Data(contentsOf: URL(fileURLWithPath: folder + "/" + name))
      let found = files.file("/" + name)
      #expect(found.map { Data($0.bytes) } == expected, "\(name)")
      total += expected.count
      count += 1
    }
    #expect(count == EmbeddedPage.files.count)
    #expect(total <= 400_000)
    #expect(files.file("/")?.type == "text/html; charset=utf-8")
  }

  @Test(arguments: ["/missing.js", "/../Package.swift", "/scripts/", "//index.html", "/.git/a.js"])
  func `no other file is found`(path: String) {
    #expect(PageFiles.embedded(EmbeddedPage.files).file(path) == nil)
    #expect(PageFiles.folder(PackageRoot.path + "/Studio").file(path) == nil)
  }
}
