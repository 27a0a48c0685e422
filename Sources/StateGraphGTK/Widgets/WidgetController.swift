#if GTK
import StateGraphCore
public import StateGraphPresentation

/// Controls the widgets of a page, or of a part of it.
///
/// ```swift
/// final class BookHeader: WidgetController, HasViewState {
///   struct ViewState: ViewStateProtocol { var title = "" }
///   @Observed var state: ViewState
///   private let label = LabelWidget()
///
///   override func viewDidLoad() { view.append(label) }
///
///   func render(state: ViewState, oldState: ViewState?, animated: Bool) {
///     label.text = state.title
///   }
/// }
/// ```
///
/// The widgets are created when ``view`` is first read. Until then, nothing is rendered.
@MainActor
open class WidgetController: ViewStateHost, EmptyInitializable, NavigationPage {
  /// Calls `render` of a controller that conforms to `HasViewState`.
  public let rendering = Rendering()
  private let titleNode = Stored(wrappedValue: "", name: "title")
  private var loaded: WidgetView?

  /// Creates a controller without widgets.
  public required init() {}

  /// The title of the page. A page on the screen shows each change.
  public final var title: String {
    get { titleNode.wrappedValue }
    set { titleNode.wrappedValue = newValue }
  }

  /// The widget of the page. The first read creates it by ``loadView()``, calls ``viewDidLoad()``,
  /// and renders the state.
  public final var view: WidgetView {
    if let loaded { return loaded }
    let view = loadView()
    loaded = view
    viewDidLoad()
    (self as? any HasViewState)?.renderIfNeeded()
    return view
  }

  /// Whether ``view`` exists.
  public final var isViewLoaded: Bool { loaded != nil }

  /// Creates the widget. The default is an empty box. Do not call it.
  open func loadView() -> WidgetView { WidgetView() }

  /// Called once, after the widget was created. The default does nothing.
  open func viewDidLoad() {}

  /// Whether the widgets exist, so that a state can be rendered.
  public final var isReadyToRender: Bool { isViewLoaded }

  /// Whether the widget is on the screen and the desktop allows animations.
  public final var canAnimate: Bool { loaded?.canAnimate ?? false }
}

#endif
