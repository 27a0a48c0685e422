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
    let pictures = Pictures(folder: folder)
    for page in Page.allCases {
      shown.wrappedValue = page
      await pictures.write(page.fileName)
    }
    shown.wrappedValue = .machine
    await pictures.press("Increment")
    // The machine adds for a tenth of a second.
    await pictures.write("machine-busy", after: .zero)
    shown.wrappedValue = .shared
    await pictures.press("Edit Counter")
    await pictures.write("shared-edit")
    shown.wrappedValue = .account
    account.send(.showLogin)
    await pictures.write("account-login")
    account.send(.login(.showResetPassword))
    await pictures.write("account-reset")
    account.send(.dismissLogin)
    account.send(.showRegistration)
    account.send(.registration(.setName("Ada")))
    await pictures.write("account-registration")
    account.send(.dismissRegistration)
    await pictures.writeOverlay("account-discard")
    exit(EXIT_SUCCESS)
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
      case .viewState: HeaderPage()
      case .account: AccountPage(model: pages.account)
      }
    }
  }
}

#endif
