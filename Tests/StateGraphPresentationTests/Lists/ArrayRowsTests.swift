import StateGraphPresentation
import Testing

private struct Item: Identifiable, Sendable {
  let id: Int
  var text = ""
}

@Suite struct ArrayRowsTests {
  private func rows(_ ids: some Sequence<Int>) -> ArrayRows<Item, Int> {
    ArrayRows(ids.map { Item(id: $0) })
  }

  @Test func `of several elements with one identifier the first one is a row`() {
    let rows = ArrayRows([Item(id: 1, text: "first"), Item(id: 2), Item(id: 1, text: "second")])
    #expect(rows.elements.map(\.id) == [1, 2])
    #expect(rows.elements[0].text == "first")
  }

  @Test func `steps between arrays remove and insert`() {
    #expect(
      rows([1, 5, 2, 4]).steps(from: rows([1, 2, 3, 4]))
        == ListSteps(removals: [2], insertions: [1])
    )
    #expect(rows([1, 2]).steps(from: rows([1, 2]))?.isEmpty == true)
  }

  @Test func `an element that moves is removed and inserted`() {
    #expect(
      rows([3, 1, 2]).steps(from: rows([1, 2, 3])) == ListSteps(removals: [2], insertions: [0])
    )
  }

  @Test func `long arrays with a common beginning and end are compared`() {
    let old = rows(0..<100_000)
    let new = rows(Array(0..<50_000) + [-1] + Array(50_001..<100_000))
    #expect(new.steps(from: old) == ListSteps(removals: [50_000], insertions: [50_000]))
    #expect(
      rows(0..<100_001).steps(from: old) == ListSteps(removals: [], insertions: [100_000])
    )
  }

  @Test func `long arrays with little in common are replaced`() {
    #expect(rows((0..<1_001).reversed()).steps(from: rows(0..<1_001)) == nil)
  }

  @Test func `the position of a row is found on both sides of a guess`() {
    let rows = rows(10..<20)
    for guess in -5...25 {
      for id in 10..<20 { #expect(rows.position(of: Item(id: id), near: guess) == id - 10) }
      #expect(rows.position(of: Item(id: 9), near: guess) == nil)
    }
  }
}
