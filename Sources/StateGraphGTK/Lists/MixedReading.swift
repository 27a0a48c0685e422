#if GTK
import StateGraphCore
import StateGraphPresentation

/// Follows rows that the main actor usually reads, and that another thread reads if this would take
/// so long that the window would miss frames.
@MainActor
final class MixedReading<Rows: ListRows> {
  private let reading: ListReading<Rows>
  private let tracking: TrackedEvaluation
  private let show: @MainActor (Rows) -> Void
  /// The read of another thread, and the pause after it.
  private var task: Task<Void, Never>?
  /// Whether the rows have changed since ``task`` began to read, or are not followed yet.
  private var isOvertaken = true

  init(
    _ reading: ListReading<Rows>,
    tracking: TrackedEvaluation,
    show: @escaping @MainActor (Rows) -> Void
  ) {
    (self.reading, self.tracking, self.show) = (reading, tracking, show)
  }

  /// Reads the rows on another thread, and then follows them.
  func begin() { readOnAnotherThread(isFirst: true) }

  func end() { task?.cancel() }

  private func follow() {
    tracking.begin { [reading] in
      reading.rowsAtOnce()
    } then: { [weak self] rows in
      self?.showOrReadAgain(rows)
    }
  }

  private func showOrReadAgain(_ rows: Rows?) {
    if task != nil {
      // The other thread may read older rows, which must not be shown after these.
      isOvertaken = true
    } else if let rows {
      show(rows)
    } else {
      readOnAnotherThread(isFirst: false)
    }
  }

  /// Shows the rows after another thread has read them. Rows that change meanwhile are read
  /// afterwards.
  private func readOnAnotherThread(isFirst: Bool) {
    task = Task { [reading, weak self] in
      let rows = await Task.detached(priority: .userInitiated) { reading.rows() }.value
      guard let self, !Task.isCancelled else { return }
      let duration = ContinuousClock().measure { show(rows) }
      if !isFirst { try? await Task.sleep(for: ListRest.after(showing: duration)) }
      guard !Task.isCancelled else { return }
      task = nil
      if isOvertaken {
        isOvertaken = false
        follow()
      }
    }
  }
}

#endif
