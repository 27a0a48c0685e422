/// Consecutive rowids of ``RowIDs``. A chunk never changes, so that several values share it.
package final class RowIDChunk: Sendable {
  /// The largest number of rowids in a chunk.
  static var limit: Int { 1_024 }
  /// Two adjacent chunks together have more rowids than this number. Half the limit leaves room for
  /// insertions before a chunk is divided.
  static var mergeLimit: Int { 512 }

  let ids: ContiguousArray<Int64>
  /// The smallest and the greatest rowid. A search skips a chunk that cannot contain its rowid.
  private let bounds: ClosedRange<Int64>

  var count: Int { ids.count }

  /// Creates a chunk. It must contain at least one rowid.
  init(_ ids: ContiguousArray<Int64>) {
    self.ids = ids
    bounds = ids.withUnsafeBufferPointer { ids in
      var (least, greatest) = (ids[0], ids[0])
      for id in ids {
        if id < least { least = id }
        if id > greatest { greatest = id }
      }
      return least...greatest
    }
  }

  /// Returns the index of a rowid from an index on. Nil if there is none.
  func index(of id: Int64, from start: Int = 0) -> Int? {
    guard bounds.contains(id) else { return nil }
    return ids.withUnsafeBufferPointer { ids in
      var index = start
      while index < ids.count {
        if ids[index] == id { return index }
        index += 1
      }
      return nil
    }
  }
}
