import Foundation
import StateGraph
import TestSupport
import Testing

/// README: Backing Storage, UserDefaults Storage and Reactive Persistence. Its SwiftUI form is left
/// out, but for the bindings.
private enum UserDefaultsStorage {
  final class SettingsViewModel {
    // Basic UserDefaults storage
    @GraphStored(backed: .userDefaults(key: "theme"))
    var theme: String = "light"

    // UserDefaults with custom suite
    @GraphStored(backed: .userDefaults(suite: "com.myapp.settings", key: "apiUrl"))
    var apiUrl: String = "https://api.example.com"

    // All GraphStored features work with backing storage
    @GraphComputed
    var isDarkMode: Bool

    init() {
      self.$isDarkMode = .init { [$theme] _ in
        $theme.wrappedValue == "dark"
      }
    }
  }

  final class UserPreferencesViewModel {
    @GraphStored(backed: .userDefaults(key: "userName"))
    var userName: String = ""

    @GraphStored(backed: .userDefaults(key: "notificationsEnabled"))
    var notificationsEnabled: Bool = true

    @GraphComputed
    var welcomeMessage: String

    init() {
      self.$welcomeMessage = .init { [$userName] _ in
        let name = $userName.wrappedValue
        return name.isEmpty ? "Welcome!" : "Welcome, \(name)!"
      }
    }

    // Changes are automatically persisted to UserDefaults
    func updateUserName(_ name: String) {
      userName = name  // Automatically saved to UserDefaults
    }
  }

  static func removeAll() {
    for key in ["theme", "userName", "notificationsEnabled"] {
      UserDefaults.standard.removeObject(forKey: key)
    }
    UserDefaults(suiteName: "com.myapp.settings")?.removeObject(forKey: "apiUrl")
  }
}

// The tests of both language modes run in one process and have the same user defaults. So only those
// of Swift 5 mode change the defaults.
#if !swift(>=6)
@Suite(.serialized) final class UserDefaultsStorageTests {
  init() { UserDefaultsStorage.removeAll() }
  deinit { UserDefaultsStorage.removeAll() }

  @Test func `settings begin with their defaults and are stored when set`() {
    let model = UserDefaultsStorage.SettingsViewModel()
    #expect(model.theme == "light")
    #expect(model.apiUrl == "https://api.example.com")
    #expect(!model.isDarkMode)

    model.theme = "dark"
    model.apiUrl = "https://example.org"
    #expect(model.isDarkMode)
    #expect(UserDefaults.standard.string(forKey: "theme") == "dark")
    let suite = UserDefaults(suiteName: "com.myapp.settings")
    #expect(suite?.string(forKey: "apiUrl") == "https://example.org")

    let next = UserDefaultsStorage.SettingsViewModel()
    #expect(next.theme == "dark")
    #expect(next.isDarkMode)
    #expect(next.apiUrl == "https://example.org")
  }

  @Test func `preferences are persisted and recomputed`() {
    let model = UserDefaultsStorage.UserPreferencesViewModel()
    #expect(model.welcomeMessage == "Welcome!")
    #expect(model.notificationsEnabled)

    model.updateUserName("Ada")
    model.notificationsEnabled = false
    #expect(model.welcomeMessage == "Welcome, Ada!")
    #expect(UserDefaults.standard.string(forKey: "userName") == "Ada")
    #expect(!UserDefaultsStorage.UserPreferencesViewModel().notificationsEnabled)
  }

  @Test func `bindings write through to the defaults`() {
    let viewModel = UserDefaultsStorage.SettingsViewModel()
    let selection = viewModel.$theme.binding
    selection.wrappedValue = "dark"
    #expect(viewModel.theme == "dark")
    #expect(UserDefaults.standard.string(forKey: "theme") == "dark")
    let text = viewModel.$apiUrl.binding
    #expect(text.wrappedValue == "https://api.example.com")
  }
}
#endif
