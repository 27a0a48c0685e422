import Testing

/// The example Catalogue is written as the developer of an app would write it: small, and with the
/// public products only. Its target exists only in the part `gtk`, so that other tests do not
/// compile it.
@Suite struct CatalogueTests {
  private let files = SourceFile.all(under: "Examples/Catalogue/Sources")

  @Test func `the whole example has at most 1,500 lines`() {
    #expect(files.count > 10)
    #expect(files.reduce(0) { $0 + $1.lines.count } <= 1_500)
  }

  @Test func `it imports products of the package and the standard libraries only`() {
    let allowed: Set = [
      "StateGraph", "StateGraphGTK", "StateGraphImport", "StateGraphPersistence",
      "StateGraphSessions", "FoundationEssentials", "Glibc",
    ]
    #expect(files.flatMap(\.imports).filter { !allowed.contains($0) } == [])
  }

  @Test(arguments: [
    "try!", "as!", "fatalError(", "TODO", "FIXME", "@unchecked", "unsafe", "@testable",
  ])
  func `it neither traps nor has an escape hatch`(banned: String) {
    let found = files.flatMap { file in
      file.code.filter { $0.text.contains(banned) }.map { "\(file.path):\($0.number)" }
    }
    #expect(found == [])
  }

  @Test func `no function has more than 60 lines`() {
    #expect(SizeTests.overlongFunctions(in: files) == [])
  }
}
