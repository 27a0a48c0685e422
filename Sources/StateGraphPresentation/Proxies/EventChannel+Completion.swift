extension EventChannel {
  /// Sends the event that completes a durable request. While the queue is full, waits and tries
  /// again, because the event must not be lost. Does nothing if the machine has ended.
  ///
  /// - Throws: `CancellationError` if the task is cancelled while it waits.
  nonisolated(nonsending) func complete(_ request: RequestToken, with event: Event) async throws {
    while true {
      do {
        return try send(event, receipt: FirstOutcome<Void>(completing: request))
      } catch TransducerError.droppedEvent {
        try await Task.sleep(for: .milliseconds(1))
      } catch {
        return
      }
    }
  }
}
