#if PostgreSQL
import StateGraphThreads

/// The feed of a replication slot. A thread of its own receives and answers the server, also while
/// the file is being written.
package final class PostgreSQLFeed: ChangeFeed {
  let queue: FeedQueue
  private let control: FeedControl

  /// Connects, checks the slot, and begins to receive. The cancellation of the task ends the
  /// attempt with `.interrupted`.
  ///
  /// - Throws: `.needsReconcile`, `.slotMissing`, `.slotInvalid`, `.slotInUse`, or an error of the
  ///   connection.
  package static func open(
    _ parameters: ConnectionParameters,
    request: FeedRequest
  ) async throws(ReplicationError) -> PostgreSQLFeed {
    let wakeup = try Wakeup()
    // The disk may not have the file's last position yet, so that nothing is confirmed by itself.
    let control = FeedControl(wakeup)
    let queue = FeedQueue(start: request.position) { wakeup.signal() }
    let opened = await withTaskCancellationHandler {
      await withCheckedContinuation {
        (continuation: CheckedContinuation<Result<Void, ReplicationError>, Never>) in
        let thread = SystemThread {
          FeedReceiver.run(parameters, request: request, queue: queue, control: control) {
            continuation.resume(returning: $0)
          }
        }
        thread?.detach()
        if thread == nil {
          continuation.resume(
            returning: .failure(ReplicationError(.inputOutput, "The system has no thread left."))
          )
        }
      }
    } onCancel: {
      control.close()
    }
    try opened.get()
    return PostgreSQLFeed(queue, control: control)
  }

  private init(_ queue: FeedQueue, control: FeedControl) {
    (self.queue, self.control) = (queue, control)
  }

  deinit { close() }

  /// The end of the server's log when the feed began.
  package var serverEnd: LogPosition { control.serverEnd }

  package func next() async throws(ReplicationError) -> FeedBatch { try await queue.next() }

  package func confirm(flushed position: LogPosition) { control.confirm(position) }

  package func close() {
    control.close()
    queue.finish(PostgreSQLConnection.interrupted)
  }
}
#endif
