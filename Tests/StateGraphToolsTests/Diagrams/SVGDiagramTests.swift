import ImportTestSupport
import StateGraphImport
import StateGraphSQLite
import StateGraphTools
import TestSupport
import Testing

@Suite("SVG diagrams: where the boxes stand")
struct SVGDiagramTests {
  private struct Box {
    let x: Double
    let y: Double
    let width: Double
    let height: Double

    func overlaps(_ other: Box) -> Bool {
      x < other.x + other.width && other.x < x + width && y < other.y + other.height
        && other.y < y + height
    }
  }

  private func diagram(_ script: String) throws -> String {
    let connection = try WriterConnection.open(.memory)
    try connection.runScript(script) { _ in }
    return SVGDiagram(try SchemaReader(connection).tables()).text
  }

  /// The boxes in the order of the names of their tables.
  private func boxes(_ svg: String) -> [Box] {
    func numbers(_ text: Substring) -> [Double] {
      text.split { !$0.isNumber && $0 != "." && $0 != "-" }.compactMap { Double($0) }
    }
    let lines = svg.split(separator: "\n")
    return lines.indices.compactMap { index in
      guard lines[index].hasPrefix("<g transform=") else { return nil }
      let place = numbers(lines[index].drop { $0 != "(" })
      let size = numbers(lines[index + 1])
      return Box(x: place[0], y: place[1], width: size[0], height: size[1])
    }
  }

  private func page(_ svg: String) -> Box {
    let start = svg.firstRange(of: "viewBox=\"")?.upperBound ?? svg.startIndex
    let numbers = svg[start...].prefix { $0 != "\"" }.split(separator: " ")
      .compactMap { Double($0) }
    return Box(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }

  @Test func `a referenced table is drawn to the left of the table that refers to it`() throws {
    let boxes = boxes(
      try diagram(
        """
        CREATE TABLE c (id INTEGER PRIMARY KEY);
        CREATE TABLE b (id INTEGER PRIMARY KEY, c_id REFERENCES c);
        CREATE TABLE a (id INTEGER PRIMARY KEY, b_id REFERENCES b, c_id REFERENCES c);
        """
      )
    )
    #expect(boxes.count == 3)
    #expect(boxes[2].x + boxes[2].width < boxes[1].x)
    #expect(boxes[1].x + boxes[1].width < boxes[0].x)
  }

  @Test("no box hides another, and all are on the page", arguments: TestSeed.seeds(60))
  func random(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let count = Int.random(in: 1...30, using: &random)
    let script = (0..<count).map { table in
      // Some tables refer to each other, and some to themselves.
      let columns = (0..<Int.random(in: 0...8, using: &random)).map { column in
        let isReference = Int.random(in: 0..<3, using: &random) == 0
        let target = Int.random(in: 0..<count, using: &random)
        return "c\(column) INTEGER" + (isReference ? " REFERENCES t\(target)" : "")
      }
      let all = (["id INTEGER PRIMARY KEY"] + columns).joined(separator: ", ")
      return "CREATE TABLE t\(table) (\(all));"
    }.joined()
    let svg = try diagram(script)
    let boxes = boxes(svg)
    #expect(boxes.count == count)
    for (index, box) in boxes.enumerated() {
      let hidden = boxes[(index + 1)...].contains { $0.overlaps(box) }
      #expect(!hidden, "seed \(seed)")
      let page = page(svg)
      #expect(box.x >= 0 && box.y >= 0, "seed \(seed)")
      #expect(box.x + box.width <= page.width, "seed \(seed)")
      #expect(box.y + box.height <= page.height, "seed \(seed)")
    }
    #expect(try diagram(script) == svg)
  }

  @Test func `thirty tables that refer to one table are spread over columns`() throws {
    let children = (0..<30).map {
      "CREATE TABLE t\($0) (id INTEGER PRIMARY KEY, hub_id REFERENCES hub, a, b, c);"
    }
    let page = page(try diagram("CREATE TABLE hub (id INTEGER PRIMARY KEY);" + children.joined()))
    #expect(page.height < 2 * page.width)
    #expect(page.width < 3 * page.height)
  }

  @Test func `a column of the key that is a reference has both marks, and fits its box`() throws {
    let svg = try diagram(
      """
      CREATE TABLE books (id INTEGER PRIMARY KEY);
      CREATE TABLE tags (id INTEGER PRIMARY KEY);
      CREATE TABLE links (book_id REFERENCES books, tag_id REFERENCES tags, rank INTEGER,
        PRIMARY KEY (book_id, tag_id));
      """
    )
    #expect(svg.matches(of: />PK<\/text>\n<text class="reference" x="27"/).count == 2)
    #expect(svg.matches(of: />PK</).count == 4)
    #expect(svg.matches(of: />FK</).count == 2)
  }

  @Test func `the references of a hub are arrows with its name instead of lines`() throws {
    let children = (0..<12).map {
      "CREATE TABLE t\($0) (id INTEGER PRIMARY KEY, language_id NOT NULL REFERENCES languages);"
    }
    let svg = try diagram(
      """
      CREATE TABLE languages (id INTEGER PRIMARY KEY, parent_id REFERENCES languages,
        country_id REFERENCES countries);
      CREATE TABLE countries (id INTEGER PRIMARY KEY);
      """ + children.joined()
    )
    // The two lines are those of `languages` itself.
    #expect(svg.matches(of: /class="line"/).count == 2)
    #expect(svg.matches(of: /any → languages</).count == 12)
    #expect(svg.contains("← 12 references"))
    #expect(svg.contains("<title>Referred to by t0, t1, t10, t11, t2"))
  }

  @Test func `eight references are lines`() throws {
    let children = (0..<8).map { "CREATE TABLE t\($0) (hub_id REFERENCES hub);" }
    let svg = try diagram("CREATE TABLE hub (id INTEGER PRIMARY KEY);" + children.joined())
    #expect(svg.matches(of: /class="line"/).count == 8)
    #expect(!svg.contains("→"))
  }
}
