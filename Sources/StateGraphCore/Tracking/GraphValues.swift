/// A node's values over time: the current one, and then the newest whenever it has changed.
///
/// ```swift
/// for await count in model.$count.values { print(count) }
/// ```
///
/// Bounded: a consumer that is slower than the changes gets the latest value and never one that was
/// overtaken. Ends when the task is cancelled. Every iterator observes for itself; letting go of it
/// ends that.
public struct GraphValues<Value: Sendable>: AsyncSequence, Sendable {
  private let node: GraphNodeReader<Value>

  init(_ node: GraphNodeReader<Value>) { self.node = node }

  /// Begins to observe, with the current value.
  public func makeAsyncIterator() -> Iterator { Iterator(node) }

  /// Waits for one value after another. Use it in one task.
  public struct Iterator: AsyncIteratorProtocol {
    private let mailbox = Mailbox()
    private let subscription: AnyCancellable
    private let node: GraphNodeReader<Value>

    init(_ node: GraphNodeReader<Value>) {
      self.node = node
      let mailbox = mailbox
      subscription = withGraphTracking { node.observe { mailbox.put() } }
    }

    /// The newest value that has not been returned yet, or nil once the task is cancelled.
    public mutating func next() async -> Value? {
      await next(isolation: #isolation)
    }

    /// The newest value that has not been returned yet, or nil once the task is cancelled.
    public mutating func next(isolation: isolated (any Actor)?) async -> Value? {
      guard await mailbox.take() else { return nil }
      return node.read()
    }
  }
}

/// What an iterator needs of a node, whichever kind it is.
struct GraphNodeReader<Value>: Sendable {
  let read: @Sendable () -> Value
  let observe: @Sendable (_ changed: @escaping @Sendable () -> Void) -> Void
}

extension Stored where Value: Sendable {
  /// The node's values over time, as an asynchronous sequence.
  public var values: GraphValues<Value> {
    GraphValues(
      GraphNodeReader(
        read: { self.wrappedValue },
        observe: { changed in self.observe(.none) { _ in changed() } }
      )
    )
  }
}

extension Computed where Value: Sendable {
  /// The node's values over time, as an asynchronous sequence. Observed, the node is computed on
  /// the thread of each change, to find out whether it differs.
  public var values: GraphValues<Value> {
    GraphValues(
      GraphNodeReader(
        read: { self.wrappedValue },
        observe: { changed in self.observe(.none) { _ in changed() } }
      )
    )
  }
}
