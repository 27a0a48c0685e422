import Testing

@testable import StateGraphStudioServer

@Suite("The known places of rows")
struct RowPositionsTests {
  /// A walk through a table. It goes on from the last row that it has read, also if the fence there
  /// was dropped.
  private struct Walk {
    var positions = RowPositions(stride: 10)
    private var last = 0

    mutating func takeStep() {
      last += positions.stride
      positions.append(RowPositions.Fence(position: last, values: []), limit: 8)
    }
  }

  @Test func `fences stay multiples of the stride after it has doubled several times`() {
    var walk = Walk()
    for _ in 0..<100 {
      walk.takeStep()
      let places = walk.positions.fences.map(\.position)
      #expect(places == (0..<places.count).map { ($0 + 1) * walk.positions.stride })
    }
    #expect(walk.positions.fences.count < 8)
  }

  @Test func `the fence before a position is never after it`() {
    var walk = Walk()
    for _ in 0..<50 { walk.takeStep() }
    let positions = walk.positions
    let last = positions.fences.last?.position ?? 0
    for position in stride(from: 0, to: last * 2, by: 7) {
      guard let fence = positions.fence(before: position) else { continue }
      #expect(fence.position <= position)
    }
  }
}
