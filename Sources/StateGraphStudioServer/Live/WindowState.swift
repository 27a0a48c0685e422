/// What a client knows about a window, or gets next.
struct WindowState: Equatable, Sendable {
  enum Content: Equatable, Sendable {
    case rows(WindowRows)
    /// The JSON of an error.
    case failure([UInt8])
  }

  var content: Content
  /// Whether the window is read only now and then, because its SELECT is slow.
  var isSlow: Bool
  /// How long the SELECT took. It alone is no reason for an event.
  var milliseconds: Double

  static func == (left: WindowState, right: WindowState) -> Bool {
    left.content == right.content && left.isSlow == right.isSlow
  }

  /// Returns the event that brings a client from `old` to this state.
  func event(view: String, from old: WindowState?) -> [UInt8] {
    let data = JSONBuilder.answer { writer in
      writer.member("view", text: view)
      if case .failure = content {
        writer.member("state", text: "error")
      } else {
        writer.member("state", text: isSlow ? "slow" : "live")
      }
      writer.member("milliseconds", number: milliseconds)
      switch content {
      case .failure(let error):
        writer.key("error")
        writer.raw(error)
      case .rows(let rows):
        guard case .rows(let known) = old?.content, rows.hasSameColumns(as: known) else {
          writer.member("columns", texts: rows.columns)
          writer.key("rows")
          writer.array(of: rows.rows) { $1.write(to: &$0) }
          return WindowState.write(rows.page, to: &writer)
        }
        writer.key("rows")
        WindowDifference(from: known.rows, to: rows.rows).write(to: &writer)
        WindowState.write(rows.page, to: &writer)
      }
    }
    return StreamEvent.bytes("view", data: data)
  }

  private static func write(_ page: [UInt8]?, to writer: inout JSONBuilder) {
    guard let page else { return }
    writer.key("page")
    writer.raw(page)
  }
}
