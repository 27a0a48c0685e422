/// What a run has read that the run before had not, or not in this order, each once.
///
/// An object of its own, because most runs have none.
final class Additions {
  /// A node that was read. Retained: it may be gone otherwise before the closure ends.
  struct Read {
    let dependency: Unmanaged<GraphNode>
    /// Its `changedAt` then.
    let seen: UInt64
  }

  /// Owned by the evaluating thread.
  private(set) var reads: [Read] = []
  /// The same, once a search would take long. Owned by the evaluating thread.
  private var set: Set<UnsafeMutableRawPointer> = []

  private static let searchLimit = 16

  func append(_ dependency: GraphNode) {
    reads.append(Read(dependency: .passRetained(dependency), seen: dependency.changedAt))
    if reads.count == Self.searchLimit {
      set = Set(reads.map { $0.dependency.toOpaque() })
    } else if reads.count > Self.searchLimit {
      set.insert(Unmanaged.passUnretained(dependency).toOpaque())
    }
  }

  func contains(_ pointer: UnsafeMutableRawPointer) -> Bool {
    if reads.count < Self.searchLimit {
      return reads.contains { $0.dependency.toOpaque() == pointer }
    }
    return set.contains(pointer)
  }
}
