import Foundation
import StateGraphPresentation
import TestSupport
import Testing

private enum CatalogueRoute: Route {
  case shelf(page: String?)
  case book(String, isEdited: Bool)
  case tag([String])

  init?(_ link: Link) {
    guard link.scheme == "catalogue" else { return nil }
    switch (link.path.first, link.path.count) {
    case (nil, 0): self = .shelf(page: link["page"])
    case ("books", 2): self = .book(link.path[1], isEdited: link.has("edit"))
    case ("tags", _): self = .tag(Array(link.path.dropFirst()))
    default: return nil
    }
  }

  var link: Link? {
    switch self {
    case .shelf(let page):
      Link(scheme: "catalogue", path: [], query: page.map { [.init("page", $0)] } ?? [])
    case .book(let id, let isEdited):
      Link(scheme: "catalogue", path: ["books", id], query: isEdited ? [.init("edit")] : [])
    case .tag(let tags): Link(scheme: "catalogue", path: ["tags"] + tags)
    }
  }
}

@Suite struct LinkTests {
  @Test func `a URL is a route, and the route prints it`() throws {
    let route = try CatalogueRoute(url: "catalogue://books/b42?edit")
    #expect(route == .book("b42", isEdited: true))
    #expect(route.url == "catalogue://books/b42?edit")
    #expect(try CatalogueRoute(url: "Catalogue://") == .shelf(page: nil))
    #expect(try CatalogueRoute(url: "catalogue://?page=a%20b+c") == .shelf(page: "a b+c"))
    #expect(
      CatalogueRoute.book("a/b?c=ö", isEdited: false).url == "catalogue://books/a%2Fb%3Fc%3D%C3%B6"
    )
  }

  @Test(arguments: [
    ("", LinkError.Code.noScheme, 0), ("catalogue", .noScheme, 0), ("catalogue:", .noScheme, 0),
    ("catalogue:/books", .noScheme, 0), ("://books", .noScheme, 0), ("1a://", .noScheme, 0),
    ("cät://books", .noScheme, 0), ("catalogue://books#top", .invalidCharacter, 17),
    ("catalogue://a b", .invalidCharacter, 13), ("catalogue://ö", .invalidCharacter, 12),
    ("catalogue://a\0", .invalidCharacter, 13), ("catalogue://%", .invalidEncoding, 12),
    ("catalogue://%4", .invalidEncoding, 12), ("catalogue://a%4g", .invalidEncoding, 13),
    ("catalogue://?a=%FF", .invalidEncoding, 15), ("catalogue://%C3/%B6", .invalidEncoding, 12),
    ("catalogue://films/1", .unknownRoute, 0), ("other://books/1", .unknownRoute, 0),
  ])
  func `a text that is no route is a typed error`(
    text: String,
    code: LinkError.Code,
    offset: Int
  ) {
    let error = #expect(throws: LinkError.self) { try CatalogueRoute(url: text) }
    #expect(error?.code == code)
    #expect(error?.offset == offset)
    #expect(error?.description.isEmpty == false)
  }

  @Test func `a text that is too long is refused`() throws {
    let head = "catalogue://"
    let longest = head + String(repeating: "a", count: Link.lengthLimit - head.utf8.count)
    #expect(try Link(parsing: longest).path[0].count == Link.lengthLimit - 12)
    let error = #expect(throws: LinkError.self) { try Link(parsing: longest + "a") }
    #expect(error?.code == .tooLong)
  }

  @Test(arguments: ["", "1a", "a b", "ä", "a:", "a/"])
  func `what is no scheme makes no link`(scheme: String) {
    #expect(Link(scheme: scheme, path: []) == nil)
  }

  @Test func `a value that prints as nothing is no part of a link`() throws {
    let link = try #require(Link(scheme: "a", path: [""], query: [.init(""), .init("", "")]))
    #expect(link.path == [])
    #expect(link.query == [.init("", "")])
    #expect(link.description == "a://?=")
    #expect(try Link(parsing: "a://?&&=") == link)
    #expect(try Link(parsing: "a:///").path == ["", ""])
  }

  /// Text with every kind of trouble.
  private static func text(_ random: inout SeededRandom) -> String {
    let parts = [
      "a", "B", "7", "/", "?", "&", "=", "%", "+", "#", " ", "ö", "o\u{308}", "\0", "🌻", "..", "",
    ]
    return (0..<Int.random(in: 0...4, using: &random)).map { _ in
      parts[Int.random(in: parts.indices, using: &random)]
    }.joined()
  }

  @Test func `ten thousand routes print and read back, as URL and as JSON`() throws {
    let seed = TestSeed.current
    var random = SeededRandom(seed: seed)
    for _ in 0..<10_000 {
      let route: CatalogueRoute =
        switch Int.random(in: 0..<3, using: &random) {
        case 0: .shelf(page: Bool.random(using: &random) ? Self.text(&random) : nil)
        case 1: .book(Self.text(&random), isEdited: Bool.random(using: &random))
        default:
          .tag((0..<Int.random(in: 0...3, using: &random)).map { _ in Self.text(&random) })
        }
      let url = try #require(route.url)
      let read = try CatalogueRoute(url: url)
      #expect(read == route, "STATEGRAPH_SEED=\(seed)")
      // The bytes of a text stay: `==` takes two forms of ö for one.
      #expect(read.url == url, "STATEGRAPH_SEED=\(seed)")
      let decoded = try JSONDecoder().decode(
        CatalogueRoute.self,
        from: JSONEncoder().encode(route)
      )
      #expect(decoded.url == url, "STATEGRAPH_SEED=\(seed)")
    }
  }

  @Test func `ten thousand texts that no app has produced never trap`() {
    let seed = TestSeed.current
    var random = SeededRandom(seed: seed)
    let valid = Array("catalogue://books/b42%C3%B6?edit&page=2".utf8)
    var links = 0
    for _ in 0..<10_000 {
      var bytes = valid
      for _ in 0..<Int.random(in: 0...4, using: &random) {
        let position = Int.random(in: 0...bytes.count, using: &random)
        let byte = UInt8.random(in: 0...255, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes.insert(byte, at: position)
        case 1 where position < bytes.count: bytes[position] = byte
        case 2 where position < bytes.count: bytes.removeSubrange(position...)
        default: break
        }
      }
      let text = String(decoding: bytes, as: UTF8.self)
      guard let link = try? Link(parsing: text) else { continue }
      links += 1
      #expect((try? Link(parsing: link.description)) == link, "STATEGRAPH_SEED=\(seed)")
      _ = CatalogueRoute(link)
    }
    #expect(links > 100)
  }

  @Test func `the first value of a name counts`() throws {
    let link = try Link(parsing: "a://?x&x=1&x=2")
    #expect(link["x"] == "1")
    #expect(link["y"] == nil)
    #expect(link.has("x"))
    #expect(!link.has("y"))
  }

  @Test func `a link is stored as its text`() throws {
    let link = try Link(parsing: "catalogue://books/b42?edit")
    let json = try JSONEncoder().encode([link])
    #expect(String(decoding: json, as: UTF8.self) == #"["catalogue:\/\/books\/b42?edit"]"#)
    #expect(try JSONDecoder().decode([Link].self, from: json) == [link])
    #expect(throws: LinkError.self) {
      try JSONDecoder().decode([Link].self, from: Data(#"["books"]"#.utf8))
    }
  }
}
