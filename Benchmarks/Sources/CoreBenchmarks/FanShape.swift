import StateGraph

/// A group of `readerCount` computed nodes that read the same `sourceCount` sources, such as "4 to
/// 1" and "1 to 4" of S.js.
struct FanShape {
  let sourceCount: Int
  let readerCount: Int

  var name: String { "\(sourceCount) to \(readerCount)" }

  /// Creates the readers of all groups. The sources of each group follow those of the previous
  /// group.
  func makeReaders(of sources: [Stored<Int>], groups: Int) -> [Computed<Int>] {
    var readers: [Computed<Int>] = []
    readers.reserveCapacity(groups * readerCount)
    for group in 0..<groups {
      let mine = sources[(group * sourceCount)..<((group + 1) * sourceCount)]
      for _ in 0..<readerCount { readers.append(Self.makeReader(of: mine)) }
    }
    return readers
  }

  /// S.js writes out small numbers of reads instead of a loop, as a user would. This function does
  /// the same.
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
