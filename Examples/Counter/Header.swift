#if GTK
import StateGraphGTK

/// The colour of a title.
enum Tone: String, CaseIterable {
  case plain = "Plain"
  case blue = "Blue"
  case green = "Green"

  var color: Color {
    switch self {
    case .plain: .primary
    case .blue: .blue
    case .green: .green
    }
  }
}

/// A controller with two labels. Its `render` method sets the labels for each new `ViewState`.
final class Header: WidgetController, HasViewState {
  struct ViewState: ViewStateProtocol {
    var title = ""
    var count = 0
    var isLoud = false
    var tone = Tone.plain
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
    titleLabel.textColor = state.tone.color
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
  @State private var tone = Tone.plain

  var body: some View {
    // A window that the user has made low still shows all controls.
    ScrollView {
      VStack(alignment: .leading, spacing: 16) {
        Header.ViewState(title: title, count: title.count, isLoud: isLoud, tone: tone)
        TextField("Title", text: $title)
        Toggle("Loud", isOn: $isLoud)
        HStack {
          Text("Colour")
          Picker("Colour", selection: $tone) {
            for tone in Tone.allCases { Text(tone.rawValue).tag(tone) }
          }
        }
      }
      .padding(32)
    }
  }
}

#endif
