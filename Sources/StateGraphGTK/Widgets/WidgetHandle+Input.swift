#if GTK
import CStateGraphGTK
import Glibc

extension WidgetHandle {
  /// Calls `action` each time the focus leaves the widget.
  func connectFocusLoss(_ action: @escaping @MainActor () -> Void) {
    stategraph_gtk_add_focus_loss(
      pointer,
      LoopAction.perform,
      LoopAction {
        action()
        return false
      }.retained,
      LoopAction.release
    )
  }

  /// Calls `action` when a key, such as `<Alt>Up`, is pressed while the focus is in the widget. If
  /// `action` returns false, GTK handles the key, too.
  func connectKey(_ key: String, action: @escaping @MainActor () -> Bool) {
    stategraph_gtk_add_local_shortcut(
      pointer,
      key,
      LoopAction.perform,
      LoopAction(action).retained,
      LoopAction.release
    )
  }

  /// Lets a key such as `<Control>f` use the widget as its mnemonic does, wherever in the window
  /// the focus is. Replaces the key that `owner` has set before; nil removes it.
  func setShortcut(_ key: String?, by owner: ObjectIdentifier) {
    let name = "stategraph-shortcut-\(UInt(bitPattern: owner))"
    set { stategraph_gtk_set_shortcut(pointer, name, key) }
  }

  /// Calls `action` with the place of each click with the right button of the mouse, in pixels.
  func connectRightClick(_ action: @escaping @MainActor (_ x: Double, _ y: Double) -> Void) {
    stategraph_gtk_add_right_click(
      pointer,
      { data, x, y in
        // SAFETY: GTK calls this function on the main thread only.
        nonisolated(unsafe) let object = Unmanaged<PlaceAction>.fromOpaque(data!)
          .takeUnretainedValue()
        MainActor.assumeIsolated { object.action(x, y) }
      },
      Unmanaged.passRetained(PlaceAction(action)).toOpaque(),
      { Unmanaged<PlaceAction>.fromOpaque($0!).release() }
    )
  }

  /// Opens a menu at a place in the widget, in pixels.
  ///
  /// - Parameters:
  ///   - titles: The commands, and whether the user can choose each of them.
  ///   - choose: Gets the index of the command that the user chooses.
  func openMenu(
    _ titles: [(text: String, isEnabled: Bool)],
    x: Double,
    y: Double,
    choose: @escaping @MainActor (Int) -> Void
  ) {
    let texts = titles.map { strdup(LoopText.shown($0.text)) }
    defer { for text in texts { free(text) } }
    stategraph_gtk_open_menu(
      pointer,
      x,
      y,
      texts.map { UnsafePointer($0) },
      titles.map(\.isEnabled),
      Int32(titles.count),
      { data, index in
        // SAFETY: GTK calls this function on the main thread only.
        nonisolated(unsafe) let object = Unmanaged<ChoiceAction>.fromOpaque(data!)
          .takeUnretainedValue()
        MainActor.assumeIsolated { object.action(Int(index)) }
      },
      Unmanaged.passRetained(ChoiceAction(choose)).toOpaque(),
      { Unmanaged<ChoiceAction>.fromOpaque($0!).release() }
    )
  }
}

/// A closure that C functions retain, and call with a place.
private final class PlaceAction {
  let action: @MainActor (Double, Double) -> Void
  init(_ action: @escaping @MainActor (Double, Double) -> Void) { self.action = action }
}

/// A closure that C functions retain, and call with an index.
private final class ChoiceAction {
  let action: @MainActor (Int) -> Void
  init(_ action: @escaping @MainActor (Int) -> Void) { self.action = action }
}

#endif
