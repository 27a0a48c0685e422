import Foundation

// The part of UIKit that the documents use. As in UIKit, the classes are on the main actor, also for
// code in Swift 5 mode, where UIKit's headers make some errors warnings. A change of a view on
// another thread ends the test.
//
// The doubles leave out windows, layout, drawing, animations and user input. A test calls
// `viewDidLoad()` and the actions of controls, and asks data sources for cells. So a test proves which
// properties a controller sets and on which thread, and not what a user sees.

@preconcurrency @MainActor class UIViewController {
  func viewDidLoad() {}
}

@preconcurrency @MainActor class UIView {
  var isHidden = false { didSet { MainActor.preconditionIsolated() } }
  var alpha = 1.0 { didSet { MainActor.preconditionIsolated() } }
  let layer = CALayer()
}

@preconcurrency @MainActor class CALayer {
  var borderColor: String? { didSet { MainActor.preconditionIsolated() } }
  var borderWidth = 0.0 { didSet { MainActor.preconditionIsolated() } }
}

struct UIColor: Equatable {
  let cgColor: String
  static let systemBlue = UIColor(cgColor: "blue")
  static let systemOrange = UIColor(cgColor: "orange")
  static let systemGreen = UIColor(cgColor: "green")
  static let systemRed = UIColor(cgColor: "red")
}

class UILabel: UIView {
  var text: String? { didSet { MainActor.preconditionIsolated() } }
  var textColor: UIColor? { didSet { MainActor.preconditionIsolated() } }
}

class UIButton: UIView {
  var isEnabled = true { didSet { MainActor.preconditionIsolated() } }
}

class UITextField: UIView {
  var text: String? { didSet { MainActor.preconditionIsolated() } }
}

class UISegmentedControl: UIView {
  var selectedSegmentIndex = 0 { didSet { MainActor.preconditionIsolated() } }
}

class UIActivityIndicatorView: UIView {
  private(set) var isAnimating = false { didSet { MainActor.preconditionIsolated() } }
  func startAnimating() { isAnimating = true }
  func stopAnimating() { isAnimating = false }
}

/// A table or a collection.
class UIListView: UIView {
  private(set) var reloadCount = 0 { didSet { MainActor.preconditionIsolated() } }
  func reloadData() { reloadCount += 1 }
}

class UITableView: UIListView {
  weak var dataSource: (any UITableViewDataSource)?
  func deselectRow(at indexPath: IndexPath, animated: Bool) {}
}

class UICollectionView: UIListView {
  weak var dataSource: (any UICollectionViewDataSource)?
}

@preconcurrency @MainActor protocol UITableViewDataSource: AnyObject {
  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int
  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell
}

@preconcurrency @MainActor protocol UICollectionViewDataSource: AnyObject {
  func collectionView(_ view: UICollectionView, numberOfItemsInSection section: Int) -> Int
}

@preconcurrency @MainActor class UITableViewCell {
  enum EditingStyle { case none, delete }
  let textLabel: UILabel? = UILabel()
}

class UINavigationController: UIViewController {
  private(set) var viewControllers: [UIViewController] = [] {
    didSet { MainActor.preconditionIsolated() }
  }
  func pushViewController(_ viewController: UIViewController, animated: Bool) {
    viewControllers.append(viewController)
  }
}

extension IndexPath {
  var row: Int { self[1] }
  init(row: Int, section: Int) { self.init(indexes: [section, row]) }
}
