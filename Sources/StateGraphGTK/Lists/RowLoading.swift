#if GTK
import StateGraphCore
import StateGraphPresentation

/// Reads the rows of one source, and follows them.
///
/// The first read takes place on another thread, because it can take long. If the source says so,
/// the later reads do too. Otherwise, the main actor reads the rows after a change, unless this
/// would take long. It then shows the rows of a commit before it evaluates the bodies of rows that
/// the commit concerns.
@MainActor
final class RowLoading<Rows: ListRows> {
  private let source: any ListSource<Rows>
  private let tracking: TrackedEvaluation
  private let reader = RowReader<Rows>()
  private var task: Task<Void, Never>?
  /// Follows a source whose rows any thread can read.
  private var mixed: MixedReading<Rows>?
  private var isEnded = false

  init(of source: any ListSource<Rows>, depth: Int) {
    self.source = source
    tracking = TrackedEvaluation(depth: depth)
  }

  /// Starts to read. `show` gets the first rows, and the rows after each change.
  func begin(_ show: @escaping @MainActor (Rows) -> Void) {
    if source.isReadInBackground {
      task = Task { [source, reader] in
        await reader.begin(source) { [weak self] rows in
          if self?.isEnded == false { show(rows) }
        }
      }
    } else if let direct = source as? any DirectListSource<Rows> {
      mixed = MixedReading(direct.makeReading(), tracking: tracking, show: show)
      mixed?.begin()
    } else {
      task = Task { [source, tracking, weak self] in
        let node = await Self.read(source)
        if self?.isEnded == false { tracking.begin({ node.wrappedValue }, then: show) }
      }
    }
  }

  func end() {
    isEnded = true
    task?.cancel()
    mixed?.end()
    tracking.end()
    Task { [reader] in await reader.end() }
  }

  /// Returns the node of the rows after it has read them once.
  private nonisolated static func read(_ source: any ListSource<Rows>) async -> Computed<Rows> {
    await Task.detached(priority: .userInitiated) {
      let node = source.makeRows()
      _ = node.wrappedValue
      return node
    }.value
  }
}

#endif
