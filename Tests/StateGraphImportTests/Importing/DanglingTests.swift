import ImportTestSupport
import StateGraphImport
import StateGraphSQLite
import Testing

@Suite("References may come before their rows, and must be settled at the end")
struct DanglingTests {
  private func scene() throws -> ImportScene {
    try ImportScene(
      """
      CREATE TABLE planes (id TEXT PRIMARY KEY NOT NULL, model TEXT);
      CREATE TABLE flights (
        id INTEGER PRIMARY KEY, plane_id TEXT REFERENCES planes (id),
        carrier_id TEXT NOT NULL DEFAULT 'c1' REFERENCES carriers (id));
      CREATE TABLE carriers (id TEXT PRIMARY KEY NOT NULL);
      INSERT INTO carriers VALUES ('c1');
      """
    )
  }

  private let flights = "id,plane_id\n1,a\n2,gone\n3,\n4,gone\n"
  private let planes = "id,model\na,A1\n"

  @Test("the order of the inputs does not matter", arguments: DanglingPolicy.allCases)
  func order(policy: DanglingPolicy) throws {
    let (one, two) = (try scene(), try scene())
    let text = "id,plane_id\n1,a\n2,b\n"
    let planes = "id,model\nb,B\na,A\n"
    try one.run([try one.file("planes.csv", planes), try one.file("flights.csv", text)]) {
      $0.dangling = policy
    }
    let report = try two.run([
      try two.file("flights.csv", text), try two.file("planes.csv", planes),
    ]) { $0.dangling = policy }
    #expect(report.dangling.isEmpty)
    #expect(try one.dump() == two.dump())
  }

  @Test("reject keeps nothing and names the first place and the count")
  func reject() throws {
    let scene = try scene()
    try scene.run("planes.csv", planes)
    let error = try scene.failure("flights.csv", flights)
    #expect(error.code == .danglingReference)
    #expect(error.lineAndColumn == "3:3")
    #expect(error.message.contains("2 records refer by \"plane_id\""))
  }

  @Test("null clears exactly the dangling references, and a second run changes nothing")
  func null() throws {
    let scene = try scene()
    let paths = [try scene.file("planes.csv", planes), try scene.file("flights.csv", flights)]
    let report = try scene.run(paths) { $0.dangling = .null }
    #expect(report.dangling.map(\.rows) == [2])
    #expect(report.dangling.map(\.keys) == [1])
    #expect(
      try scene.rows("SELECT plane_id FROM flights ORDER BY id")
        == [[.text("a")], [.null], [.null], [.null]]
    )
    #expect(try scene.run(paths) { $0.dangling = .null }.changes == 0)
  }

  @Test("null fills in references to later rows, in old rows too, and counts them once")
  func nullFillsIn() throws {
    let scene = try scene()
    try scene.run("planes.csv", planes)
    try scene.run("flights.csv", "id,plane_id\n1,a\n")
    let report = try scene.run([
      try scene.file("flights.csv", "id,plane_id\n1,b\n2,b\n3,a\n"),
      try scene.file("planes.csv", "id\nb\n"),
    ]) { $0.dangling = .null }
    #expect(
      try scene.rows("SELECT plane_id FROM flights ORDER BY id")
        == [[.text("b")], [.text("b")], [.text("a")]]
    )
    let counts = report.tables.filter { $0.table == "flights" }
    #expect(counts.map { [$0.inserted, $0.updated, $0.unchanged] } == [[2, 1, 0]])
  }

  @Test("the last value of a reference counts, whether or not its row had come")
  func lastWord() throws {
    let scene = try scene()
    try scene.run([
      try scene.file("flights.csv", "id,plane_id\n1,late\n"),
      try scene.file("planes.csv", "id\na\n"),
      try scene.file("flights.jsonl", #"{"id":1,"plane":"a"}"#),
      try scene.file("planes.jsonl", #"{"id":"late"}"#),
    ]) { $0.dangling = .null }
    #expect(try scene.rows("SELECT plane_id FROM flights") == [[.text("a")]])
  }

  @Test("null does not help a column that is NOT NULL")
  func nullInNotNull() throws {
    let scene = try scene()
    let error = try scene.failure("flights.csv", "id,carrier_id\n1,c1\n2,c9\n") {
      $0.dangling = .null
    }
    #expect(error.code == .danglingReference)
    #expect(error.lineAndColumn == "3:3")
  }

  @Test("keep stores the references and reports them, in every run")
  func keep() throws {
    let scene = try scene()
    try scene.run("planes.csv", planes)
    for expectedChanges in [4, 0] {
      let report = try scene.run("flights.csv", flights) { $0.dangling = .keep }
      #expect(report.changes == expectedChanges)
      #expect(report.dangling.map(\.rows) == [2])
    }
    #expect(
      try scene.rows("SELECT count(*) FROM flights WHERE plane_id = 'gone'") == [[.integer(2)]]
    )
  }

  @Test("a row may refer to itself, and two to each other", arguments: DanglingPolicy.allCases)
  func cycles(policy: DanglingPolicy) throws {
    let scene = try ImportScene(
      "CREATE TABLE nodes (id TEXT PRIMARY KEY NOT NULL, next_id TEXT REFERENCES nodes (id))"
    )
    let report = try scene.run("nodes.csv", "id,next_id\na,a\nb,c\nc,b\n") { $0.dangling = policy }
    #expect(report.dangling.isEmpty)
    #expect(
      try scene.rows("SELECT next_id FROM nodes ORDER BY id")
        == [[.text("a")], [.text("c")], [.text("b")]]
    )
  }

  @Test("a reference of two columns is one reference")
  func compound() throws {
    let scene = try ImportScene(
      """
      CREATE TABLE hours (place TEXT, hour INTEGER, PRIMARY KEY (place, hour));
      CREATE TABLE events (
        id TEXT PRIMARY KEY NOT NULL, place TEXT, hour INTEGER,
        FOREIGN KEY (place, hour) REFERENCES hours);
      """
    )
    try scene.run("hours.csv", "place,hour\nx,1\n")
    try scene.run("events.csv", "id,place,hour\na,x,1\nb,x,\n")
    let error = try scene.failure("events.csv", "id,place,hour\nc,x,1\nd,x,2\n")
    #expect(error.code == .danglingReference)
    #expect(error.lineAndColumn == "3:3")
  }
}
