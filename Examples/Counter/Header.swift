#if GTK
import StateGraphGTK

/// A controller with two labels. Its `render` method sets the labels for each new `ViewState`.
final class Header: WidgetController, HasViewState {
  struct ViewState: ViewStateProtocol {
    var title = ""
    var count = 0
    var isLoud = false
  }

  @Observed var state: ViewState

  private let titleLabel = LabelWidget()
  private let countLabel = LabelWidget()

  override func viewDidLoad() {
    titleLabel.font = .title
    view.append(titleLabel)
    view.append(countLabel)
  }

  func render(state: ViewState, oldState: ViewState?, animated: Bool) {
    titleLabel.text = state.isLoud ? state.title.uppercased() : state.title
    titleLabel.textColor = state.isLoud ? .orange : .primary
    countLabel.text = state.count == 1 ? "1 letter" : "\(state.count) letters"
  }
}

extension Header.ViewState: ViewStateRepresentable, WidgetControllerRepresentable {
  typealias Host = Header
}

/// A view that shows the controller ``Header``, and gives it a new state after each input of the
/// user.
struct HeaderPage: View {
  @State private var title = "Emma"
  @State private var isLoud = false

  var body: some View {
    VStack(alignment: .leading, spacing: 16) {
      Header.ViewState(title: title, count: title.count, isLoud: isLoud)
      TextField("Title", text: $title)
      Toggle("Loud", isOn: $isLoud)
    }
    .padding(32)
  }
}

#endif
