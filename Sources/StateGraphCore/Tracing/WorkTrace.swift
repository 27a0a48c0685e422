/// Collects the work of one thread during one observer call.
final class WorkTrace: @unchecked Sendable {
  // SAFETY: only the thread that created the object uses it.

  private struct Item {
    var work: TracedWork
    /// Returns the name of a node that the library created, or nil if the name is known.
    let findName: (() -> String?)?
  }

  /// The largest number of collected items. Further ones are only counted.
  private static let limit = 4_096

  private var items: [Item] = []
  private var omittedCount = 0

  /// Adds work that has ended. This method calls no user code, and can be called under the graph's
  /// lock.
  ///
  /// - Parameter findName: Is called later, with no lock held.
  func append(_ work: TracedWork, findName: (() -> String?)? = nil) {
    guard items.count < Self.limit else {
      omittedCount += 1
      return
    }
    items.append(Item(work: work, findName: findName))
  }

  /// Returns the collected work with the names of its nodes, and the number of omitted items. The
  /// caller must hold no lock.
  func take() -> (work: [TracedWork], omittedCount: Int) {
    let work = items.map { item in
      var work = item.work
      if let name = item.findName?() { work.node.name = name }
      return work
    }
    return (work, omittedCount)
  }
}

/// Something that a thread did because of a change, with the time that it took.
///
/// It contains names and places of the source code, but no values.
package struct TracedWork: Sendable {
  package enum Kind: Sendable, Equatable {
    /// The closure of a computed node ran.
    ///
    /// `causes` are the numbers of the dependencies that had changed. It is empty in the first run.
    /// `changed` is true if the result differs from the previous one.
    case evaluation(causes: [Int], changed: Bool)
    /// A node read data outside of the graph. `reason` says why.
    case read(reason: String)
    /// The handler of an observer of the node was called.
    case call
  }

  package let kind: Kind
  package fileprivate(set) var node: NumberedNode
  /// When the work began and ended, by `SystemClock.uptime`.
  package let start: UInt64
  package let end: UInt64
}
