import StateGraphPresentation

/// A navigation controller that shows at once, without a slide.
///
/// It leaves out widgets and the time of a slide, during which a real one accepts no second gesture,
/// and a swipe that the user ends half-way. `PresentationSpecificationWindowTests` runs the same
/// documents with real widgets.
@MainActor
final class UINavigationController: NavigationPresenter {
  let navigation = NavigationBinding()
  private var stack = NavigationStack()
  private(set) var transitions: [(count: Int, animated: Bool)] = []

  func show(_ stack: NavigationStack, animated: Bool) {
    self.stack = stack
    transitions.append((stack.pages.pages.count, animated))
    for controller in viewControllers { controller.loadViewIfNeeded() }
  }

  var viewControllers: [UIViewController] {
    stack.pages.pages.compactMap { $0.page as? UIViewController }
  }

  var hasBackButton: Bool { !stack.pages.backTargets.isEmpty }

  /// The back button, and the swipe.
  func pressBack() { navigation.handle(.back) }

  /// The list that a long press on the back button opens: the controllers to go back to.
  var backList: [UIViewController] {
    stack.pages.backTargets.compactMap { id in
      stack.pages.pages.first { $0.id == id }?.page as? UIViewController
    }
  }

  func chooseInBackList(_ position: Int) {
    navigation.handle(.backTo(stack.pages.backTargets[position]))
  }
}
