#if GTK
import StateGraphCore
public import StateGraphPresentation

/// The base class of objects that own the widgets of a page, or of a part of a page.
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
  /// The object that calls `render` if the controller conforms to `HasViewState`.
  public let rendering = Rendering()
  private let titleNode = Stored(wrappedValue: "", name: "title")
  private var loaded: WidgetView?

  /// Creates a controller without widgets.
  public required init() {}

  /// The title of the page. If the page is on the screen, the header bar shows each change.
  public final var title: String {
    get { titleNode.wrappedValue }
    set { titleNode.wrappedValue = newValue }
  }

  /// The widget of the page. The first read creates the widget with ``loadView()``, calls
  /// ``viewDidLoad()``, and renders the state.
  public final var view: WidgetView {
    if let loaded { return loaded }
    let view = loadView()
    loaded = view
    viewDidLoad()
    view.renderFirstState()
    (self as? any HasViewState)?.renderIfNeeded()
    return view
  }

  /// Whether ``view`` was read, so that the widget exists.
  public final var isViewLoaded: Bool { loaded != nil }

  /// Creates the widget of ``view``. Override this method to use another widget than an empty box.
  /// Do not call it, because the first read of ``view`` does.
  open func loadView() -> WidgetView { WidgetView() }

  /// Called once, after the widget was created. Override this method to add widgets to ``view``.
  /// The default does nothing.
  open func viewDidLoad() {}

  /// Whether the widgets of the controller exist, so that a state can be rendered.
  public final var isReadyToRender: Bool { isViewLoaded }

  /// Whether the widget is on the screen and the desktop allows animations.
  public final var canAnimate: Bool { loaded?.canAnimate ?? false }
}

#endif
