#if GTK
import StateGraphCore
import StateGraphPresentation

/// Reads rows on a thread of its own, once and after each change.
///
/// The actor evaluates an effect, so that several changes during a read lead to one further read.
actor RowReader<Rows: ListRows> {
  private var subscription: AnyCancellable?
  private var isEnded = false
  /// Ends the delivery.
  private var finish: (@Sendable () -> Void)?

  /// Reads the rows of `source`, and calls `deliver` after each read, in order.
  func begin(
    _ source: any ListSource<Rows>,
    deliver: @escaping @MainActor @Sendable (Rows) -> Void
  ) {
    guard !isEnded else { return }
    let read = Self.reading(of: source)
    let (stream, end) = AsyncStream.makeStream(of: Rows.self, bufferingPolicy: .bufferingNewest(1))
    finish = { end.finish() }
    subscription = withGraphEffect {
      // The call isolates the closure to the actor.
      self.pass(read, to: end)
    }
    Task { @MainActor in
      for await rows in stream {
        let duration = ContinuousClock().measure { deliver(rows) }
        try? await Task.sleep(for: ListRest.after(showing: duration))
      }
    }
  }

  private static func reading(of source: any ListSource<Rows>) -> @Sendable () -> Rows {
    if let direct = source as? any DirectListSource<Rows> { return direct.makeReading().rows }
    let node = source.makeRows()
    return { node.wrappedValue }
  }

  private func pass(_ read: () -> Rows, to stream: AsyncStream<Rows>.Continuation) {
    stream.yield(read())
  }

  func end() {
    isEnded = true
    subscription?.cancel()
    subscription = nil
    finish?()
  }
}

/// The pause after a list has shown rows that change all the time, such as those of an import. The
/// newest rows wait, and the main actor has time for the input of the user.
enum ListRest {
  /// The pause is this many times as long as it took to show the rows.
  private static var factor: Int { 4 }

  static func after(showing duration: Duration) -> Duration {
    min(duration * factor, .seconds(1))
  }
}

#endif
