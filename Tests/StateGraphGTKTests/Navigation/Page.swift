#if GTK
import StateGraph
import StateGraphGTK

/// A page with a name, which counts how many of them exist.
final class Page: WidgetController {
  @MainActor
  final class Counter {
    var alive = 0
  }

  private var counter: Counter?
  private let label = LabelWidget()

  convenience init(
    _ name: String,
    _ counter: Counter,
    _ read: (@MainActor () -> String)? = nil
  ) {
    self.init()
    title = name
    label.text = name + (read?() ?? "")
    counter.alive += 1
    self.counter = counter
  }

  isolated deinit { counter?.alive -= 1 }

  override func viewDidLoad() { view.append(label) }
}

/// A navigation in a window.
struct NavigationPlace: WidgetControllerRepresentable {
  let controller: NavigationController

  func makeController() -> NavigationController { controller }
  func updateController(_ controller: NavigationController) {}
}

#endif
