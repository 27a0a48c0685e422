import Foundation
import TestSupport
import Testing

@testable import StateGraphPersistence

@Suite struct CellValueTests {
  private enum Theme: String, GraphStorable { case light, dark }
  private enum Level: Int, Codable, GraphStorable { case low, high }
  private struct Window: Codable, GraphStorable, Equatable {
    var width = 800.0
    var title: String?
  }

  /// Sets the value, reads it back, and again from the file by another connection, as a setting and
  /// in a column without a type.
  private func survives<Value: GraphStorable & Equatable>(
    _ values: Value...,
    initial: Value,
    by areEqual: (Value, Value) -> Bool = { $0 == $1 }
  ) throws -> Bool {
    let scene = try CellScene()
    try scene.database.execute("CREATE TABLE any_values (id INTEGER PRIMARY KEY, value)")
    try scene.database.execute("INSERT INTO any_values VALUES (1, 'nothing like that')")
    func node(_ isSetting: Bool, in database: Database) -> Stored<Value> {
      Stored(
        wrappedValue: initial,
        backed: isSetting
          ? .sqlite(key: "key", in: database)
          : .sqlite(table: "any_values", column: "value", id: 1, in: database)
      )
    }
    for value in values {
      for isSetting in [true, false] {
        let node = node(isSetting, in: scene.database)
        node.wrappedValue = value
        guard areEqual(node.wrappedValue, value) else { return false }
      }
      let other = try scene.reopened()
      guard areEqual(node(true, in: other).wrappedValue, value),
        areEqual(node(false, in: other).wrappedValue, value)
      else { return false }
    }
    return scene.failures.elements.isEmpty
  }

  /// The same check for a setting only.
  private func survivesAsSetting<Value: GraphStorable & Equatable>(
    _ values: Value...,
    initial: Value,
    by areEqual: (Value, Value) -> Bool = { $0 == $1 }
  ) throws -> Bool {
    let scene = try CellScene()
    for value in values {
      scene.setting("key", initial).wrappedValue = value
      let other = try scene.reopened()
      let node = Stored(wrappedValue: initial, backed: .sqlite(key: "key", in: other))
      guard areEqual(node.wrappedValue, value) else { return false }
    }
    return scene.failures.elements.isEmpty
  }

  @Test func `truth values and integers of every size survive`() throws {
    #expect(try survives(true, false, initial: false))
    #expect(try survives(Int.min, .max, 0, 1, initial: 7))
    #expect(try survives(Int8.min, .max, initial: 7))
    #expect(try survives(Int16.min, .max, initial: 7))
    #expect(try survives(Int32.min, .max, initial: 7))
    #expect(try survives(Int64.min, .max, initial: 7))
    #expect(try survives(Int128.min, .max, 5, initial: 7))
    // A column refuses an integer that exceeds the range of SQLite's integers.
    #expect(try survivesAsSetting(UInt.max, initial: 7))
    #expect(try survives(UInt8.max, initial: 7))
    #expect(try survives(UInt32.max, initial: 7))
    #expect(try survives(UInt64(Int64.max), 0, initial: 7))
    #expect(try survivesAsSetting(UInt64.max, initial: 7))
    #expect(try survivesAsSetting(UInt64(Int64.max) + 1, initial: 7))
    #expect(try survives(UInt128.max, initial: 7))
  }

  @Test func `floating-point numbers survive to the bit`() throws {
    let doubles = [
      0, -0.0, 1, 1.0 / 3, .leastNonzeroMagnitude, .greatestFiniteMagnitude, .infinity, -.infinity,
      .pi, 1e300, 9_007_199_254_740_992,
    ]
    for double in doubles {
      #expect(try survives(double, initial: 7) { $0.bitPattern == $1.bitPattern }, "\(double)")
      #expect(try survives([double], initial: [7]) { $0[0].bitPattern == $1[0].bitPattern })
    }
    #expect(try survivesAsSetting(Double.nan, initial: 7) { $0.isNaN && $1.isNaN })
    #expect(try survivesAsSetting([Double.nan], initial: []) { $0[0].isNaN && $1[0].isNaN })
    #expect(try survives(Float(0.1), -.infinity, .leastNonzeroMagnitude, initial: 7))
    #expect(try survivesAsSetting(Float.nan, initial: 7) { $0.isNaN && $1.isNaN })
  }

  @Test(arguments: [
    "", "é", "e\u{301}", "a\"'<>&;]]>", " a ", "\r\n", "\0", "a\0b", "a\u{1}b", "\u{7f}",
    "\u{FEFF}a", "a\u{FEFF}", "\u{FFFE}", "👩‍👩‍👧", "nil", "true", "1", "[1]", "{}", "2026-01-01",
    "\u{2028}\\",
    #"{"$stategraph":"real","value":"nan"}"#, #"{"$stategraph":"value","value":1}"#,
    #"{"$stategraph":"#,
  ])
  func `a string survives to the byte`(string: String) throws {
    let areEqual: (String, String) -> Bool = { $0.utf8.elementsEqual($1.utf8) }
    #expect(try survives(string, initial: "initial", by: areEqual))
    #expect(try survives([string], initial: []) { areEqual($0[0], $1[0]) })
    #expect(try survives([string: string], initial: [:]) { areEqual($0.first!.key, $1.first!.key) })
    #expect(try survivesAsSetting(string, initial: "initial" as String??))
  }

  @Test func `data, dates, addresses and identifiers survive`() throws {
    #expect(try survives(Data(), Data([0, 255]), initial: Data([1])))
    let dates = [0, 0.5, 0.1 + 0.2, 1e-5, -1e-20, -1e9, 1e9, 63_113_904_000, -63_113_904_000, 1e15]
      .map { Date(timeIntervalSinceReferenceDate: $0) }
    for date in dates + [Date(), .distantPast, .distantFuture] {
      #expect(try survivesAsSetting(date, initial: Date(timeIntervalSince1970: 1)), "\(date)")
      #expect(try survives([date, date], initial: []), "\(date)")
    }
    let endless = Date(timeIntervalSinceReferenceDate: .infinity)
    #expect(try survivesAsSetting(endless, initial: Date()))
    #expect(
      try survives(Date(), .distantPast, Date(timeIntervalSince1970: 0.25), initial: dates[0])
    )
    let address = try #require(URL(string: "https://example.com/a%20b?q=é#f"))
    #expect(try survives(address, initial: URL(fileURLWithPath: "/")))
    #expect(try survives(UUID(), initial: UUID()))
    #expect(try survives(["a": Data([1, 171])], initial: [:]))
  }

  @Test func `arrays and dictionaries survive, empty and nested`() throws {
    #expect(try survives([], [1], [.max, .min], initial: [7]))
    #expect(try survives([UInt64.max, 1], initial: []))
    #expect(try survives([[]], [["a"], []], initial: [["b"]]))
    #expect(try survives([:], ["": 1, "a b": 2], initial: ["c": 3]))
    #expect(try survives(["a": [1, nil]], initial: [:] as [String: [Int?]]))
    let tagged = ["$stategraph": "x", "value": "y"]
    #expect(try survives(["$stategraph": "real"], tagged, initial: [:]))
    #expect(try survives([true], initial: [false]))
  }

  @Test func `nil survives, apart from the absence of a value`() throws {
    #expect(try survives(nil, "a", "", initial: "initial" as String?))
    #expect(try survives(nil, 0, initial: 7 as Int?))
    #expect(try survives(nil, [:], ["a": "nil"], initial: ["a": "b"] as [String: String]?))
    #expect(try survivesAsSetting(nil, .some(nil), .some(1), initial: 7 as Int??))
    #expect(try survivesAsSetting(nil, .some(nil), "[null]", initial: "x" as String??))
  }

  @Test func `enums and Codable types survive`() throws {
    #expect(try survives(Theme.dark, initial: .light))
    #expect(try survives(Theme?.none, .dark, initial: .light))
    #expect(try survives([Theme.dark, .light], initial: []))
    #expect(try survives(Level.high, initial: .low))
    #expect(try survives(Window(width: .infinity, title: "é\"\0"), initial: Window()))
    #expect(try survives(["main": Window(width: 1)], initial: [:]))
  }

  @Test func `SQL finds plain values`() throws {
    let scene = try CellScene()
    scene.setting("true", false).wrappedValue = true
    scene.setting("number", 0).wrappedValue = 5
    scene.setting("large", UInt64(0)).wrappedValue = .max
    scene.setting("real", 0.0).wrappedValue = 2
    scene.setting("text", "").wrappedValue = "5"
    scene.setting("enum", Theme.light).wrappedValue = .dark
    scene.setting("data", Data()).wrappedValue = Data([1])
    let date = Date(timeIntervalSince1970: 1_795_284_733.5)
    scene.setting("date", Date()).wrappedValue = date
    scene.setting("window", Window()).wrappedValue = Window(width: 1.5, title: "a")
    scene.setting("list", [0]).wrappedValue = [1, 2]
    scene.setting("map", ["": 0.5]).wrappedValue = ["b": 2, "a": 1]
    let found = try scene.database.rows("SELECT key, value FROM stategraph_settings ORDER BY key")
    let values = Dictionary(uniqueKeysWithValues: found.map { ($0[0], $0[1]) })
    let expected: [String: SQLiteValue] = [
      "true": .integer(1), "number": .integer(5), "large": .text("18446744073709551615"),
      "real": .real(2), "text": .text("5"), "enum": .text("dark"), "data": .blob([1]),
      "date": .text("2026-11-21 18:12:13.5"), "window": .text(#"{"title":"a","width":1.5}"#),
      "list": .text("[1,2]"), "map": .text(#"{"a":1.0,"b":2.0}"#),
    ]
    #expect(values.count == expected.count)
    for (key, value) in expected {
      #expect(values[.text(key)]?.isIdentical(to: value) == true, "\(key)")
    }
    let seconds = try scene.value(
      "SELECT CAST(unixepoch(value) AS INTEGER) FROM stategraph_settings WHERE key = 'date'"
    )
    #expect(seconds == .integer(1_795_284_733))
  }

  @Test func `a node reads a value that handwritten SQL has stored`() throws {
    let scene = try CellScene()
    scene.setting("key", "").wrappedValue = "made"
    func set(_ value: SQL) throws {
      try scene.database.execute("UPDATE stategraph_settings SET value = \(value)")
    }
    try set("2")
    #expect(scene.setting("key", 0.5).wrappedValue == 2)
    try set("1 = 1")
    #expect(scene.setting("key", false).wrappedValue)
    try set("json_array(1, 2)")
    #expect(scene.setting("key", [0]).wrappedValue == [1, 2])
    try set("json_object('width', 3, 'title', null)")
    #expect(scene.setting("key", Window()).wrappedValue == Window(width: 3))
    #expect(scene.setting("key", [:] as [String: Int?]).wrappedValue == ["width": 3, "title": nil])
    let texts = [
      "2026-11-21", "2026-11-21 00:00", "2026-11-21T00:00:00Z", "2026-11-21 00:00:00.000",
    ]
    for text in texts {
      try set("\(text)")
      let date = scene.setting("key", Date.distantPast).wrappedValue
      #expect(date == Date(timeIntervalSince1970: 1_795_219_200), "\(text)")
    }
    for text in ["2026-02-30", "2026-13-01", "2026-11-21 24:00", "2026-11-21 ", "21.11.2026", ""] {
      try set("\(text)")
      #expect(scene.setting("key", Date.distantPast).wrappedValue == .distantPast, "\(text)")
    }
  }

  @Test(arguments: [
    "[", "[1", "[1,]", "[01]", "[1.]", "[.5]", "[1]x", "[nul]", "[\"a]", "[\"\\x\"]",
    "[\"\\ud800\"]", "[-]", "[1e]", "[\"a\nb\"]", "[1 2]", "[NaN]", "[\"\\u12\"]",
  ])
  func `text that is no JSON is no list`(text: String) {
    #expect(StorageJSON.value(text) == nil)
  }

  @Test func `JSON in every valid spelling is read`() {
    #expect(
      StorageJSON.value(" [1 , -2.5E+1,\"\\u00e9\\ud83d\\ude00\\/\\b\" , {\"a\" :[]} ]\n")
        == .array([
          .integer(1), .real(-25), .text("é😀/\u{8}"), .dictionary(["a": .array([])]),
        ])
    )
    let deep = String(repeating: "[", count: 1_000_000)
    #expect(StorageJSON.value(deep) == nil)
  }

  /// Moments with a fraction below a millisecond, before 1970, before 2001, and far in the future.
  private static let moments: [Double] = [
    0, 0.1, -0.1, 800_000_000.1, 800_000_000.123_456, 800_000_000.000_001, -978_307_200.5,
    -1_500_000_000.7, -31_500_000_000.001, 63_000_000_000.25, 252_423_993_599.5,
  ]

  @Test(arguments: moments)
  func `a date is the same text in a column and in a setting`(moment: Double) throws {
    let date = Date(timeIntervalSinceReferenceDate: moment)
    let setting = try CellCoding<Date>.setting.encode(date)
    #expect(setting == date.value)
    #expect(CellCoding<Date>.setting.decode(setting) == date)
  }

  @Test(arguments: [
    ("2026-05-09 06:13:20.10000002384185791", 800_000_000.1),
    ("1953-06-20 21:19:59.2999999523162842", -1_500_000_000.7),
    ("2001-01-01 00:00:00.1", 0.1), (#"{"$stategraph":"date","value":-0.1}"#, -0.1),
  ])
  func `a setting that an earlier version wrote is read as the same date`(
    text: String,
    moment: Double
  ) throws {
    let date = try #require(CellCoding<Date>.setting.decode(.text(text)))
    #expect(date.timeIntervalSinceReferenceDate == moment)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, -0.0, 1e12, -1e12])
  func `a setting keeps a date that has no text`(moment: Double) throws {
    let date = Date(timeIntervalSinceReferenceDate: moment)
    let coding = CellCoding<Date>.setting
    let back = try #require(coding.decode(try coding.encode(date)))
    #expect(coding.areEqual(back, date))
  }

  @Test func `the text of a date is the one that SQLite makes of it`() throws {
    let scene = try CellScene()
    var random = SeededRandom(seed: 7)
    for _ in 0..<500 {
      let unix = Int64.random(in: -62_167_219_200...253_402_300_799, using: &random)
      let text = try scene.value("SELECT datetime(\(unix), 'unixepoch')")
      let moment = Double(unix - 978_307_200)
      #expect(DateText(moment).map { .text($0.text) } == text, "\(unix)")
    }
  }
}

/// Stores the tree unchanged, so every difference between two trees counts.
private struct Tree: GraphStorable, Equatable {
  let storageValue: GraphStorageValue
  init(_ value: GraphStorageValue) { storageValue = value }
  init?(storageValue: GraphStorageValue) { self.storageValue = storageValue }
}

@Suite struct CellRandomValueTests {
  @Test(arguments: TestSeed.seeds(3, includesCurrent: true))
  func `every tree of values survives`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let coding = CellCoding<Tree>.setting
    for _ in 0..<2_000 {
      let tree = Tree(Self.tree(depth: 3, &random))
      let stored = try coding.encode(tree)
      #expect(coding.decode(stored) == tree, "seed \(seed): \(tree), \(stored)")
      let text = StorageJSON.text(tree.storageValue)
      #expect(StorageJSON.value(text) == tree.storageValue, "seed \(seed): \(text)")
    }
  }

  private static func tree(depth: Int, _ random: inout SeededRandom) -> GraphStorageValue {
    let texts = [
      "", "é", "e\u{301}", "\0", "$stategraph", "value", "1", "[null]", "\"\\\u{1f}", "T",
    ]
    let reals = [
      0, -0.0, 1, .nan, .infinity, -.infinity, 0.1, 1e300, .leastNonzeroMagnitude, -3.25,
    ]
    let text = texts.randomElement(using: &random) ?? ""
    let real = reals.randomElement(using: &random) ?? 0
    switch Int.random(in: 0..<(depth > 0 ? 11 : 8), using: &random) {
    case 0: return .null
    case 1: return .bool(Bool.random(using: &random))
    case 2: return .integer([.min, .max, 0, 1, -1].randomElement(using: &random) ?? 0)
    case 3: return .largeInteger(UInt64.random(in: (1 << 63)...UInt64.max, using: &random))
    case 4: return .real(real)
    case 5: return .text(text)
    case 6: return .data(Array(text.utf8))
    case 7: return .date(Bool.random(using: &random) ? real : real * 1e9 + 0.3)
    case 8, 9:
      let count = Int.random(in: 0..<4, using: &random)
      return .array((0..<count).map { _ in tree(depth: depth - 1, &random) })
    default:
      var values: [String: GraphStorageValue] = [:]
      for _ in 0..<3 {
        guard let key = texts.randomElement(using: &random) else { continue }
        values[key] = tree(depth: depth - 1, &random)
      }
      return .dictionary(values)
    }
  }
}
