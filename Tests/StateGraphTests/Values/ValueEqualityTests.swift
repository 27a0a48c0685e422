import StateGraph
import TestSupport
import Testing

/// Values that Swift calls equal, and whose text has other bytes.
@Suite struct ValueEqualityTests {
  private static let composed = "caf\u{e9}"
  private static let decomposed = "cafe\u{301}"

  private struct Tag: RawRepresentable, Hashable, Sendable {
    var rawValue: String
  }

  /// A type with an equality of its own, which no comparison of bytes may replace.
  private struct Title: RawRepresentable, Equatable, Sendable {
    var rawValue: String
    static func == (left: Title, right: Title) -> Bool {
      left.rawValue.lowercased() == right.rawValue.lowercased()
    }
  }

  private struct Address: Equatable, Sendable { var street: String }

  /// The values that the observers of a stored, a computed and a mapped node, and of a filter,
  /// receive when `old` becomes `new`.
  private func notes<Value: Equatable & Sendable>(
    _ old: Value,
    _ new: Value
  ) -> [Int] {
    let source = Stored(wrappedValue: 0)
    let stored = Stored(wrappedValue: old)
    let computed = Computed { _ in source.wrappedValue == 0 ? old : new }
    let mapped = source.map { _, number in number == 0 ? old : new }
    let calls = (0..<4).map { _ in Recorder<Value>() }
    let subscription = withGraphTracking {
      stored.onChange { calls[0].record($0) }
      computed.onChange { calls[1].record($0) }
      mapped.onChange { calls[2].record($0) }
    }
    defer { subscription.cancel() }
    var filter = DistinctFilter<Value>()
    for value in [old, new] { if let sent = filter.send(value: value) { calls[3].record(sent) } }
    stored.wrappedValue = new
    source.wrappedValue = 1
    _ = (computed.wrappedValue, mapped.wrappedValue)
    return calls.map { $0.elements.count - 1 }
  }

  @Test func `another form of the same characters is a change`() {
    let (one, two) = (Self.composed, Self.decomposed)
    let changed = [1, 1, 1, 1]
    #expect(notes(one, two) == changed)
    #expect(notes(Optional(one), two) == changed)
    #expect(notes([one], [two]) == changed)
    #expect(notes(["a", one] as [String?], ["a", two]) == changed)
    #expect(notes([[[one]]], [[[two]]]) == changed)
    #expect(notes(Set([one]), Set([two])) == changed)
    #expect(notes(["k": one], ["k": two]) == changed)
    #expect(notes([one: 1], [two: 1]) == changed)
    #expect(notes([1: [one]], [1: [two]]) == changed)
    #expect(notes(one[...], two[...]) == changed)
    #expect(notes(Character("\u{e9}"), Character("e\u{301}")) == changed)
    #expect(notes(Tag(rawValue: one), Tag(rawValue: two)) == changed)
    #expect(notes([Tag(rawValue: one)], [Tag(rawValue: two)]) == changed)
    #expect(notes(Set([Tag(rawValue: one)]), Set([Tag(rawValue: two)])) == changed)
  }

  @Test func `equal bytes are no change, however the text is stored`() {
    let long = String(repeating: Self.decomposed, count: 10_000)
    let copy = String(decoding: Array(long.utf8), as: UTF8.self)
    let same = [0, 0, 0, 0]
    #expect(notes(long, copy) == same)
    #expect(notes([long], [copy]) == same)
    #expect(notes(Set([long]), Set([copy])) == same)
    #expect(notes("", "") == same)
    #expect(notes(String?.none, nil) == same)
    #expect(notes([String](), []) == same)
  }

  @Test func `values that are not text are compared by their own equality`() {
    let same = [0, 0, 0, 0]
    #expect(notes(0.0, -0.0) == same)
    #expect(notes([0.0], [-0.0]) == same)
    #expect(notes(Optional(0.0), -0.0) == same)
    #expect(notes(Title(rawValue: "A"), Title(rawValue: "a")) == same)
    #expect(notes(Address(street: Self.composed), Address(street: Self.decomposed)) == same)
    #expect(notes([1: 2], [1: 2]) == same)
    let object = Recorder<Int>()
    #expect(notes(ObjectIdentifier(object), ObjectIdentifier(object)) == same)
  }

  @Test func `a read returns the last written form of equal strings`() {
    let node = Stored(wrappedValue: Self.composed)
    let copy = Computed { _ in node.wrappedValue }
    let length = Computed { _ in copy.wrappedValue.utf8.count }
    #expect(length.wrappedValue == 5)
    node.wrappedValue = Self.decomposed
    #expect(Array(node.wrappedValue.utf8) == Array(Self.decomposed.utf8))
    #expect(Array(copy.wrappedValue.utf8) == Array(Self.decomposed.utf8))
    #expect(length.wrappedValue == 6)
  }
}
