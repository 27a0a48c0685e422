import StateGraphPersistence
import TestSupport
import Testing

/// Values at the ends of their types are stored exactly, or refused with an error.
@Suite struct ExtremeValueTests {
  let scene: SampleDatabase
  let sample = Sample(id: "s")

  init() throws {
    scene = try SampleDatabase()
    scene.samples.add(sample)
  }

  private func reloaded() throws -> Sample {
    try #require(try scene.reopened().get(by: "s"))
  }

  @Test(arguments: [.min, .min + 1, -1, 1 << 53, (1 << 53) + 1, .max - 1, .max] as [Int])
  func `an integer is stored exactly`(number: Int) throws {
    sample.whole = number
    #expect(sample.whole == number)
    #expect(try reloaded().whole == number)
    #expect(try scene.value("SELECT whole FROM samples") == .integer(Int64(number)))
  }

  @Test(
    arguments: [
      .infinity, -.infinity, .greatestFiniteMagnitude, -.greatestFiniteMagnitude,
      .leastNonzeroMagnitude, .leastNormalMagnitude, .ulpOfOne, 0.1, 1e308, 9_007_199_254_740_994,
      9.3e18, -9.223372036854775e18, 1,
    ] as [Double]
  )
  func `a real is stored exactly, to the bit`(number: Double) throws {
    sample.real = number
    sample.optionalReal = number
    #expect(sample.real.bitPattern == number.bitPattern)
    #expect(sample.optionalReal?.bitPattern == number.bitPattern)
    #expect(try reloaded().real.bitPattern == number.bitPattern)
    #expect(scene.failures.elements.isEmpty)
  }

  @Test func `a negative zero has the same sign in memory and in the file`() throws {
    sample.real = -0.0
    let stored = try reloaded().real
    #expect(stored == 0)
    #expect(sample.real.sign == stored.sign)
  }

  /// SQLite cannot store NaN: it stores NULL instead.
  @Test func `not a number is refused even where nil is possible, so that nothing is lost`() throws
  {
    sample.optionalReal = 1
    sample.optionalReal = .nan
    #expect(scene.failures.elements.map(\.code) == [.typeMismatch])
    #expect(try scene.value("SELECT optional_real FROM samples") == .real(1))
    #expect(sample.optionalReal == 1)
  }

  @Test func `NaN is refused where NULL is refused`() throws {
    try scene.database.execute("CREATE TABLE other (r REAL NOT NULL)")
    #expect {
      try scene.database.execute("INSERT INTO other VALUES (\(Double.nan))")
    } throws: { ($0 as? DatabaseError)?.code == .constraint }
    sample.real = 1
    sample.real = .nan
    // The property cannot hold NULL, so the assignment is an error, and 1 stays.
    let stored = try scene.value("SELECT real FROM samples")
    #expect(scene.failures.elements.count == 1)
    #expect(stored == .real(1))
    #expect(sample.real == 1)
  }

  @Test func `a new entity that is not a number is refused, and nothing is written`() throws {
    let new = Sample(id: "new", optionalReal: .nan)
    scene.samples.add(new)
    #expect(scene.failures.elements.map(\.code) == [.typeMismatch])
    #expect(scene.samples.get(by: "new") == nil)
  }

  @Test(arguments: ["a\0b", "\0", "é", "e\u{301}", "\u{fffd}", "\u{feff}x", "'\"`]", "\u{1f1e9}"])
  func `text is stored byte for byte`(text: String) throws {
    sample.text = text
    #expect(Array(sample.text.utf8) == Array(text.utf8))
    let stored = try reloaded().text
    #expect(Array(stored.utf8) == Array(text.utf8))
    let length = try scene.value("SELECT length(CAST(text AS BLOB)) FROM samples")
    #expect(length == text.utf8.count.value)
  }

  @Test func `another spelling of an accent is another value, and is written`() throws {
    sample.text = "é"
    let names = Recorder<Int>()
    let subscription = withGraphTracking { sample.$text.onChange { names.record($0.utf8.count) } }
    sample.text = "e\u{301}"
    #expect(try scene.value("SELECT length(text) FROM samples") == 2.value)
    #expect(sample.text.utf8.count == 3)
    #expect(names.elements == [2, 3])
    subscription.cancel()
  }

  @Test func `ten megabytes of text come and go`() throws {
    let long = String(repeating: "0123456789", count: 1_000_000)
    sample.text = long
    #expect(sample.text == long)
    #expect(try scene.value("SELECT length(text) FROM samples") == 10_000_000.value)
    #expect(try reloaded().text == long)
    try scene.database.execute("UPDATE samples SET text = text || 'x'")
    #expect(sample.text.utf8.count == 10_000_001)
    sample.text = ""
    #expect(try reloaded().text == "")
  }

  @Test func `more than a row can hold is refused, and nothing is changed`() throws {
    sample.text = "before"
    sample.text = String(repeating: "x", count: 65 << 20)
    #expect(scene.failures.elements.map(\.code) == [.tooBig])
    #expect(sample.text == "before")
    scene.samples.add(Sample(id: "big", text: String(repeating: "x", count: 65 << 20)))
    #expect(scene.failures.elements.map(\.code) == [.tooBig, .tooBig])
    #expect(scene.samples.count == 1)
    sample.text = "after"
    #expect(try reloaded().text == "after")
  }

  @Test func `bytes are stored exactly`() throws {
    for bytes in [[], [0], [0, 255, 0], Array(repeating: 7, count: 1_000_000)] as [[UInt8]] {
      sample.bytes = bytes
      #expect(sample.bytes == bytes)
      #expect(try reloaded().bytes == bytes)
    }
  }
}
