import StateGraphImport
import TestSupport
import Testing

@testable import StateGraphTools

@Suite("What one column shows while the input is read")
struct DistinctValuesTests {
  private func observe(_ values: [String]) -> Bool? {
    var distinct = DistinctValues()
    for value in values {
      Array(value.utf8).withUnsafeBytes { distinct.observe($0, integer: Int64(value)) }
    }
    return distinct.areDistinct
  }

  @Test(
    arguments: [
      (["1", "2", "10"], true), (["a", "ab", "b"], true), ([], true), (["2", "1"], nil),
      (["1", "a"], nil), (["a", "1"], nil), (["2", "1", "2"], false), (["b", "a", "a"], false),
      (["1", "1"], false), (["", "a"], true), (["", ""], false), (["-5", "-4", "3"], true),
    ] as [([String], Bool?)]
  )
  func `values that ascend differ, and a repeated value is found`(
    values: [String],
    areDistinct: Bool?
  ) {
    #expect(observe(values) == areDistinct, "\(values)")
  }

  @Test(arguments: TestSeed.seeds(100, includesCurrent: true))
  func `a decision is never wrong`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let count = Int.random(in: 0...1_500, using: &random)
    let isSorted = Bool.random(using: &random)
    var numbers = (0..<count).map { _ in
      Int.random(in: -9_999_999...9_999_999, using: &random)
    }
    if isSorted { numbers.sort() }
    let isText = Bool.random(using: &random)
    let values = numbers.map { isText ? "k\($0)" : "\($0)" }
    guard let areDistinct = observe(values) else { return }
    #expect(areDistinct == (Set(values).count == count), "STATEGRAPH_SEED=\(seed)")
  }

  @Test(arguments: [
    ("0f8fad5b-d9cb-469f-a165-70867728950e", true), ("0F8FAD5B-D9CB-469F-A165-70867728950E", true),
    ("0f8fad5b-d9cb-469f-a165-70867728950g", false), ("507f1f77bcf86cd799439011", true),
    ("507F1F77BCF86CD799439011", false), ("01ARZ3NDEKTSV4RRFFQ69G5FAV", true),
    ("01ARZ3NDEKTSV4RRFFQ69G5FAI", false), ("", false), ("1", false),
  ])
  func `identifiers that programs make are recognized`(text: String, isMade: Bool) {
    #expect(Array(text.utf8).withUnsafeBytes { MadeIdentifier.matches($0) } == isMade, "\(text)")
  }

  /// Most numbers change nothing any more, so that the forms are not tried for them.
  @Test(arguments: TestSeed.seeds(200, includesCurrent: true))
  func `the shortcut for plain numbers shows the same as all forms of numbers`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let forms = [
      NumberForm(), NumberForm(.lenient), NumberForm(.lenient, decimal: UInt8(ascii: ",")),
      NumberForm(.exact, group: UInt8(ascii: ".")), NumberForm(.lenient, group: UInt8(ascii: "'")),
    ]
    let form = forms.randomElement(using: &random)!
    var quick = LenientFields(form)
    var complete = LenientFields(form)
    let place = InputPlace(file: "f", line: 1, column: 1, byteOffset: 0)
    let others = [
      "1,5", "1.234", "1.234,5", "12 %", "$5.00", "x", "1'000.5", "1 000.5", "5.0", "nan",
    ]
    for _ in 0..<40 {
      let whole = Int.random(in: -2_000...2_000, using: &random)
      let digits = Int.random(in: 0...99, using: &random)
      let isOther = Int.random(in: 0..<30, using: &random) == 0
      let text = isOther ? others.randomElement(using: &random)! : "\(whole).\(digits)"
      Array(text.utf8).withUnsafeBytes {
        quick.observe($0, at: place)
        complete.observeForm(of: $0, at: place)
      }
      #expect(quick == complete, "STATEGRAPH_SEED=\(seed) \(text)")
    }
  }
}
