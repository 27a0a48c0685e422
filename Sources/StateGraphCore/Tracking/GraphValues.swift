/// An asynchronous sequence of a node's values: the current value first, and then the newest value
/// after each change.
///
/// ```swift
/// for await count in model.$count.values { print(count) }
/// ```
///
/// If the node changes several times before the consumer requests the next value, the consumer
/// receives only the newest value. The sequence ends when the task that iterates over it is
/// cancelled.
///
/// Each iterator observes the node until the iterator is released.
public struct GraphValues<Value: Sendable>: AsyncSequence, Sendable {
  private let node: GraphNodeReader<Value>

  init(_ node: GraphNodeReader<Value>) { self.node = node }

  /// Starts to observe the node. The first value of the returned iterator is the node's current
  /// value.
  public func makeAsyncIterator() -> Iterator { Iterator(node) }

  /// Iterates over the values of a node.
  ///
  /// Use an iterator in one task only, because it can wake only one waiting task.
  public struct Iterator: AsyncIteratorProtocol {
    private let mailbox = Mailbox()
    private let subscription: AnyCancellable
    private let node: GraphNodeReader<Value>

    init(_ node: GraphNodeReader<Value>) {
      self.node = node
      let mailbox = mailbox
      subscription = withGraphTracking { node.observe { mailbox.put() } }
    }

    /// Returns the node's newest value. If the previous call has already returned this value, waits
    /// for a change.
    ///
    /// Returns nil if the task is cancelled.
    public mutating func next() async -> Value? {
      await next(isolation: #isolation)
    }

    /// Returns the node's newest value. If the previous call has already returned this value, waits
    /// for a change.
    ///
    /// Returns nil if the task is cancelled.
    public mutating func next(isolation: isolated (any Actor)?) async -> Value? {
      guard await mailbox.take() else { return nil }
      return node.read()
    }
  }
}

/// The two operations of a node that an iterator needs.
///
/// They are closures, so that the same iterator type works for stored and for computed nodes.
struct GraphNodeReader<Value>: Sendable {
  let read: @Sendable () -> Value
  let observe: @Sendable (_ changed: @escaping @Sendable () -> Void) -> Void
}

extension Stored where Value: Sendable {
  /// An asynchronous sequence of the current value, and then of the newest value after each change.
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
  /// An asynchronous sequence of the current value, and then of the newest value after each change.
  ///
  /// While an iterator exists, each change of a dependency evaluates the node, to find out whether
  /// its value differs. The evaluation runs on the thread that made the change.
  public var values: GraphValues<Value> {
    GraphValues(
      GraphNodeReader(
        read: { self.wrappedValue },
        observe: { changed in self.observe(.none) { _ in changed() } }
      )
    )
  }
}

extension GraphValues {
  /// Creates the sequence of the results of `expression`: the current result first, and then a new
  /// result after each change of a node that `expression` reads.
  ///
  /// ```swift
  /// for await title in GraphValues({ "\(model.name) (\(model.count))" }) { show(title) }
  /// ```
  ///
  /// Every new result counts as a change, even if it equals the previous result.
  ///
  /// - Parameter expression: A closure that reads nodes and returns a value. The rules for the
  ///   closure of a ``Computed`` apply: the reading thread calls `expression` with no lock held,
  ///   and each run determines the dependencies again.
  public init(_ expression: @escaping @Sendable () -> Value) {
    self = Computed { _ in expression() }.values
  }

  /// Creates the sequence of the results of `expression`: the current result first, and then each
  /// result that differs from the result before it.
  ///
  /// Two results are equal if `==` returns true and the texts in them have the same bytes. The
  /// rules for `expression` are the same as in the initialiser for values that are not `Equatable`.
  public init(_ expression: @escaping @Sendable () -> Value)
  where Value: Equatable & SendableMetatype {
    self = Computed { _ in expression() }.values
  }
}
