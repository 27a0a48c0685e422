#if GTK
import Glibc
import StateGraph
import StateGraphGTK

/// The pages of the example app, and which of them the window shows.
@MainActor
final class Pages {
  enum Page: String, CaseIterable, Identifiable {
    case machine = "A machine in a view"
    case shared = "One machine, two pages"
    case viewState = "A view state"
    case account = "An account"

    var id: Page { self }
    var fileName: String { "\(self)" }
  }

  let shown = Stored(wrappedValue: Page.machine)
  let account = AccountModel()

  /// Shows the page of a route. The state of the account becomes the state of this place.
  func show(_ route: CounterRoute) {
    switch route {
    case .machine: shown.wrappedValue = .machine
    case .shared: shown.wrappedValue = .shared
    case .viewState: shown.wrappedValue = .viewState
    case .account, .login, .resetPassword, .registration:
      shown.wrappedValue = .account
      account.state.wrappedValue = route.account
    }
  }

  /// Shows one page after the other, writes a picture of the window with each page to a folder, and
  /// ends the process.
  func writePictures(to folder: String) async {
    for page in Page.allCases {
      shown.wrappedValue = page
      await write(page.fileName, to: folder)
    }
    account.send(.showLogin)
    await write("account-login", to: folder)
    account.send(.login(.showResetPassword))
    await write("account-reset", to: folder)
    account.send(.dismissLogin)
    account.send(.showRegistration)
    account.send(.registration(.setName("Ada")))
    await write("account-registration", to: folder)
    exit(EXIT_SUCCESS)
  }

  private func write(_ name: String, to folder: String) async {
    await MainLoop.waitUntilIdle()
    // A new page slides in. The picture must show the page after the slide.
    try? await Task.sleep(for: .milliseconds(400))
    await MainLoop.waitUntilIdle()
    for window in WindowHost.open where !window.savePicture(to: "\(folder)/\(name).png") {
      exit(EXIT_FAILURE)
    }
  }
}

/// Shows a button for each page, and the chosen page below the buttons.
struct PagesView: View {
  let pages: Pages

  var body: some View {
    let shown = pages.shown.wrappedValue
    VStack(spacing: 0) {
      HStack {
        ForEach(Pages.Page.allCases) { page in
          Button(page.rawValue) { pages.shown.wrappedValue = page }
            .disabled(page == shown)
        }
      }
      .padding()
      switch shown {
      case .machine:
        Spacer()
        CounterView()
        Spacer()
      case .shared: SharedCounterApp()
      case .viewState:
        HeaderPage()
        Spacer()
      case .account: AccountPage(model: pages.account)
      }
    }
  }
}

#endif
