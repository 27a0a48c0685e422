import StateGraphFixtures
import StateGraphSQLite
import TestSupport
import Testing

@testable import StateGraphFixtures

@Suite struct TextPermutationTests {
  private let permutation = TextPermutation(HMACKey(MaskScene.firstKey), classes: ScalarClasses())

  /// The class of each character: letters and digits are exchanged, all others stay.
  private func form(_ text: String) -> String {
    var form = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "a"..."z": form.append("a")
      case "A"..."Z": form.append("A")
      case "0"..."9": form.append("9")
      default: form.append(scalar.isASCII ? scalar : "x")
      }
    }
    return String(form)
  }

  @Test func `length, classes, case and separators stay`() {
    for text in ["Ada Lovelace", "+49 30 / 1234-56", "x", "", "a_b.c", "№ 5", "ÄÖÜ straße"] {
      let masked = permutation.masked(text)
      #expect(form(masked) == form(text))
      #expect(masked.utf8.count == text.utf8.count)
    }
  }

  @Test func `the mask of every short text is another short text`() {
    let letters = "abcdefghijklmnopqrstuvwxyz".map { String($0) }
    for texts in [
      letters, letters.flatMap { first in letters.map { first + $0 } },
      (0..<100).map { $0 < 10 ? "0\($0)" : "\($0)" }, (0..<1000).map { "\($0)" },
      (0..<1000).map { "-\($0)" }, (0..<1000).map { "a\($0)" },
    ] {
      #expect(Set(texts.map { permutation.masked($0) }).count == texts.count)
    }
  }

  @Test func `texts that differ in case differ in case after masking`() {
    for text in ["Ada", "ADA", "aDa"] {
      let masked = permutation.masked(text)
      #expect(masked.lowercased() == permutation.masked("ada"))
      #expect(form(masked) == form(text))
    }
  }

  @Test func `two normal forms of one letter stay different bytes`() {
    let texts = ["caf\u{e9}", "cafe\u{301}", "CAF\u{c9}"]
    let masks = texts.map { Array(permutation.masked($0).utf8) }
    #expect(Set(masks).count == 3)
    #expect(masks.map(\.count) == texts.map(\.utf8.count))
  }

  @Test func `letters of other scripts and emoji are exchanged in their script`() {
    for text in ["Москва и море", "東京都庁", "😀😁😂🤣", "👩‍👩‍👧"] {
      let masked = permutation.masked(text)
      #expect(!masked.utf8.elementsEqual(text.utf8))
      #expect(masked.unicodeScalars.count == text.unicodeScalars.count)
      #expect(masked.utf8.count == text.utf8.count)
    }
  }

  @Test func `an integer stays one, and a text with the same digits keeps its zeros`() {
    let largest = String(Int64.max)
    for text in ["0", "7", "-12", "100", largest, String(Int64.min), "1234567890123456789"] {
      let masked = permutation.masked(text)
      #expect(Int64(masked).map(String.init) == masked)
      #expect(masked.count == text.count)
    }
    #expect(permutation.masked("007").hasPrefix("00"))
    #expect(Int64(permutation.masked("9999999999999999999")) == nil)
  }

  @Test func `a UUID stays a UUID with its version and its case`() {
    let text = "0190a6f2-7b1c-7def-8abc-0123456789ab"
    let masked = permutation.masked(text)
    #expect(
      masked.wholeMatch(of: /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}/) != nil
    )
    #expect(masked != text)
    #expect(permutation.masked(text.uppercased()) == masked.uppercased())
  }

  @Test func `spaces at the end change no other character`() {
    #expect(permutation.masked("ada  ") == permutation.masked("ada") + "  ")
    #expect(permutation.masked("   ") == "   ")
  }

  @Test func `a text with NUL and a long text keep their length`() {
    let masked = permutation.masked("ada\0bob")
    #expect(masked.utf8.count == 7 && masked.hasPrefix(permutation.masked("ada") + "\0"))
    let long = String(repeating: "Lorem ipsum 42 ", count: 4_000)
    #expect(form(permutation.masked(long)) == form(long))
  }

  @Test func `every BLOB of one byte has another mask`() {
    #expect(Set((0...255).map { permutation.masked([UInt8($0)]) }).count == 256)
    #expect(permutation.masked([UInt8]()) == [])
  }

  @Test func `random texts with few characters have different masks`() {
    var random = SeededRandom(seed: TestSeed.current)
    let characters = Array("aB01 -é".unicodeScalars)
    var texts: Set<[UInt8]> = []
    for _ in 0..<2_000 {
      var text = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 0...6, using: &random) {
        text.append(characters.randomElement(using: &random) ?? "a")
      }
      texts.insert(Array(String(text).utf8))
    }
    let masks = Set(
      texts.map { Array(permutation.masked(String(decoding: $0, as: UTF8.self)).utf8) }
    )
    #expect(masks.count == texts.count, "seed \(TestSeed.current)")
  }
}
