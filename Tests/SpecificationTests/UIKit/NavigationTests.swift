import StateGraph
import Testing

/// UIKit Integration: Navigation and Coordinator Pattern.
private enum Navigation {
  class ScreenViewController: UIViewController {
    unowned let coordinator: AppCoordinator
    init(coordinator: AppCoordinator) { self.coordinator = coordinator }
  }
  final class HomeViewController: ScreenViewController {}
  final class ProfileViewController: ScreenViewController {}
  final class SettingsViewController: ScreenViewController {}

  // The document leaves out `@MainActor`, which Swift 6 asks for: the coordinator uses UIKit.
  @MainActor
  final class AppCoordinator {
    @GraphStored
    var currentScreen: Screen = .home

    @GraphStored
    var navigationStack: [Screen] = []

    private let navigationController: UINavigationController
    private var subscription: AnyCancellable?

    init(navigationController: UINavigationController) {
      self.navigationController = navigationController
      setupNavigation()
    }

    private func setupNavigation() {
      subscription = withGraphTracking {
        self.$currentScreen.onChange { [weak self] screen in
          self?.navigate(to: screen)
        }
      }
    }

    private func navigate(to screen: Screen) {
      let viewController = createViewController(for: screen)
      navigationController.pushViewController(viewController, animated: true)
    }

    private func createViewController(for screen: Screen) -> UIViewController {
      switch screen {
      case .home:
        return HomeViewController(coordinator: self)
      case .profile:
        return ProfileViewController(coordinator: self)
      case .settings:
        return SettingsViewController(coordinator: self)
      }
    }

    func showProfile() {
      currentScreen = .profile
    }

    func showSettings() {
      currentScreen = .settings
    }
  }

  enum Screen {
    case home
    case profile
    case settings
  }
}

@Suite @MainActor struct NavigationTests {
  @Test func `the coordinator pushes each screen once`() async {
    let navigation = UINavigationController()
    let coordinator = Navigation.AppCoordinator(navigationController: navigation)
    #expect(navigation.viewControllers.map { $0 is Navigation.HomeViewController } == [true])
    coordinator.showProfile()
    await drainMainQueue()
    #expect(navigation.viewControllers.last is Navigation.ProfileViewController)
    coordinator.showSettings()
    await drainMainQueue()
    #expect(navigation.viewControllers.last is Navigation.SettingsViewController)
    coordinator.showSettings()
    await drainMainQueue()
    #expect(navigation.viewControllers.count == 3)
    coordinator.navigationStack.append(.home)
    #expect(coordinator.navigationStack == [.home])
  }
}
