/// A node's values as an asynchronous sequence: the current value, and then the newest value after
/// each change.
///
/// ```swift
/// for await count in model.$count.values { print(count) }
/// ```
///
/// The sequence stores at most one value. If the consumer is slow, it receives the newest value and
/// misses the values before it. The sequence ends when the task that iterates over it is cancelled.
/// Each iterator observes the node separately, until the iterator is released.
public struct GraphValues<Value: Sendable>: AsyncSequence, Sendable {
  private let node: GraphNodeReader<Value>

  init(_ node: GraphNodeReader<Value>) { self.node = node }

  /// Starts to observe the node. The iterator's first value is the node's current value.
  public func makeAsyncIterator() -> Iterator { Iterator(node) }

  /// Iterates over the values of the node. Use an iterator in one task only.
  public struct Iterator: AsyncIteratorProtocol {
    private let mailbox = Mailbox()
    private let subscription: AnyCancellable
    private let node: GraphNodeReader<Value>

    init(_ node: GraphNodeReader<Value>) {
      self.node = node
      let mailbox = mailbox
      subscription = withGraphTracking { node.observe { mailbox.put() } }
    }

    /// Waits until there is a value that was not returned yet, and returns the newest value.
    /// Returns nil if the task is cancelled.
    public mutating func next() async -> Value? {
      await next(isolation: #isolation)
    }

    /// Waits until there is a value that was not returned yet, and returns the newest value.
    /// Returns nil if the task is cancelled.
    public mutating func next(isolation: isolated (any Actor)?) async -> Value? {
      guard await mailbox.take() else { return nil }
      return node.read()
    }
  }
}

/// The two operations of a node that an iterator needs, as closures, so that stored and computed
/// nodes can be used in the same way.
struct GraphNodeReader<Value>: Sendable {
  let read: @Sendable () -> Value
  let observe: @Sendable (_ changed: @escaping @Sendable () -> Void) -> Void
}

extension Stored where Value: Sendable {
  /// The node's values as an asynchronous sequence.
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
  /// The node's values as an asynchronous sequence. As long as an iterator exists, each change of a
  /// dependency evaluates the node on the thread that made the change, to find out whether the
  /// node's value differs.
  public var values: GraphValues<Value> {
    GraphValues(
      GraphNodeReader(
        read: { self.wrappedValue },
        observe: { changed in self.observe(.none) { _ in changed() } }
      )
    )
  }
}
