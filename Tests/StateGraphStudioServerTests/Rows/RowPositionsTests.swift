import Testing

@testable import StateGraphStudioServer

@Suite("The known places of rows")
struct RowPositionsTests {
  /// Appends fences as a walk through a table does.
  private func walk(_ positions: inout RowPositions, fenceCount: Int, limit: Int) {
    for _ in 0..<fenceCount {
      let last = positions.fences.last?.position ?? 0
      positions.append(
        RowPositions.Fence(position: last + positions.stride, values: []),
        limit: limit
      )
    }
  }

  @Test func `fences stay multiples of the stride after it has doubled several times`() {
    var positions = RowPositions(stride: 10)
    for _ in 0..<100 {
      walk(&positions, fenceCount: 1, limit: 8)
      let places = positions.fences.map(\.position)
      #expect(places == (0..<places.count).map { ($0 + 1) * positions.stride })
    }
    #expect(positions.fences.count < 8)
  }

  @Test func `the fence before a position is never after it`() {
    var positions = RowPositions(stride: 10)
    walk(&positions, fenceCount: 50, limit: 8)
    let last = positions.fences.last?.position ?? 0
    for position in stride(from: 0, to: last * 2, by: 7) {
      guard let fence = positions.fence(before: position) else { continue }
      #expect(fence.position <= position)
    }
  }
}
