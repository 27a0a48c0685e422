#if GTK
import CGTK

/// A list that follows the signal `items-changed` of a real list model, as GTK's widgets do. After
/// each signal, it compares itself with the model.
@MainActor
public final class ListMirror {
  private let model: OpaquePointer
  /// The row objects in their order. The mirror has a reference to each of them, so that a row that
  /// moves keeps its object.
  private var rows: [UnsafeMutableRawPointer] = []
  private var connection: gulong = 0

  /// How many signals the mirror has received.
  public private(set) var signalCount = 0
  /// How many rows were removed and inserted by all signals.
  public private(set) var changedRowCount = 0
  /// The description of the first difference between the mirror and the model. Nil if there is
  /// none.
  public private(set) var difference: String?

  /// Creates a mirror of the model of a list.
  public init(of list: TestList) {
    model = list.model
    g_object_ref(UnsafeMutableRawPointer(model))
    rows = (0..<list.count).map { g_list_model_get_item(model, guint($0)) }
    let handler:
      @convention(c) (OpaquePointer?, guint, guint, guint, UnsafeMutableRawPointer?) -> Void = {
        _,
        position,
        removed,
        added,
        mirror in
        // GTK emits the signal on the main thread, and the mirror disconnects it.
        let mirror = Unmanaged<ListMirror>.fromOpaque(mirror!).takeUnretainedValue()
        MainActor.assumeIsolated {
          mirror.change(at: Int(position), removed: Int(removed), added: Int(added))
        }
      }
    connection = g_signal_connect_data(
      UnsafeMutableRawPointer(model),
      "items-changed",
      unsafeBitCast(handler, to: GCallback.self),
      Unmanaged.passUnretained(self).toOpaque(),
      nil,
      GConnectFlags(rawValue: 0)
    )
  }

  /// Ends the mirror, and releases its references.
  public func end() {
    g_signal_handler_disconnect(UnsafeMutableRawPointer(model), connection)
    for row in rows { g_object_unref(row) }
    rows = []
    g_object_unref(UnsafeMutableRawPointer(model))
  }

  private func change(at position: Int, removed: Int, added: Int) {
    signalCount += 1
    changedRowCount += removed + added
    guard position >= 0, position + removed <= rows.count else {
      difference = difference ?? "signal \(signalCount) removes rows that the list does not have"
      return
    }
    let new = (position..<(position + added)).compactMap {
      g_list_model_get_item(model, guint($0))
    }
    let old = rows[position..<(position + removed)]
    rows.replaceSubrange(position..<(position + removed), with: new)
    for row in old { g_object_unref(row) }
    compare()
  }

  private func compare() {
    guard difference == nil else { return }
    let count = Int(g_list_model_get_n_items(model))
    if count != rows.count {
      difference =
        "signal \(signalCount): the model has \(count) rows, and the mirror \(rows.count)"
      return
    }
    for position in rows.indices {
      let row = g_list_model_get_item(model, guint(position))
      if row != rows[position] {
        difference = "signal \(signalCount): the rows at \(position) differ"
        return
      }
      if let row { g_object_unref(row) }
    }
  }
}

#endif
