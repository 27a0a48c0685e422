import StateGraph

/// Computed nodes that read `sourceCount` sources each, `readerCount` of them the same: S.js' "4 to
/// 1" and "1 to 4".
struct FanShape {
  let sourceCount: Int
  let readerCount: Int

  var name: String { "\(sourceCount) to \(readerCount)" }

  /// Makes `count` groups' readers, given their sources.
  func makeReaders(of sources: [Stored<Int>], groups: Int) -> [Computed<Int>] {
    var readers: [Computed<Int>] = []
    readers.reserveCapacity(groups * readerCount)
    for group in 0..<groups {
      let mine = sources[(group * sourceCount)..<((group + 1) * sourceCount)]
      for _ in 0..<readerCount { readers.append(Self.makeReader(of: mine)) }
    }
    return readers
  }

  /// S.js writes the common numbers out, so that the closure is as small as people write it.
  private static func makeReader(of sources: ArraySlice<Stored<Int>>) -> Computed<Int> {
    let start = sources.startIndex
    switch sources.count {
    case 0: return Computed { _ in 1 }
    case 1:
      let one = sources[start]
      return Computed { _ in one.wrappedValue }
    case 2:
      let (one, two) = (sources[start], sources[start + 1])
      return Computed { _ in one.wrappedValue + two.wrappedValue }
    case 4:
      let (one, two) = (sources[start], sources[start + 1])
      let (three, four) = (sources[start + 2], sources[start + 3])
      return Computed { _ in
        one.wrappedValue + two.wrappedValue + three.wrappedValue + four.wrappedValue
      }
    default: return Computed { _ in sources.reduce(0) { $0 + $1.wrappedValue } }
    }
  }
}
