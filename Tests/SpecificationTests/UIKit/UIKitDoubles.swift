import Foundation

// What the documents use of UIKit, as far as a test looks at it. UIKit's own classes are on the
// main actor; these are not, and so do not test what isolation makes of the documents' closures.

class UIViewController {
  func viewDidLoad() {}
}

class UIView {
  var isHidden = false
  var alpha = 1.0
  let layer = CALayer()
}

class CALayer {
  var borderColor: String?
  var borderWidth = 0.0
}

struct UIColor: Equatable {
  let cgColor: String
  static let systemBlue = UIColor(cgColor: "blue")
  static let systemOrange = UIColor(cgColor: "orange")
  static let systemGreen = UIColor(cgColor: "green")
  static let systemRed = UIColor(cgColor: "red")
}

class UILabel: UIView {
  var text: String?
  var textColor: UIColor?
}

class UIButton: UIView {
  var isEnabled = true
}

class UITextField: UIView {
  var text: String?
}

class UISegmentedControl: UIView {
  var selectedSegmentIndex = 0
}

class UIActivityIndicatorView: UIView {
  private(set) var isAnimating = false
  func startAnimating() { isAnimating = true }
  func stopAnimating() { isAnimating = false }
}

/// A table or a collection.
class UIListView: UIView {
  private(set) var reloadCount = 0
  func reloadData() { reloadCount += 1 }
}

class UITableView: UIListView {
  weak var dataSource: (any UITableViewDataSource)?
  func deselectRow(at indexPath: IndexPath, animated: Bool) {}
}

class UICollectionView: UIListView {
  weak var dataSource: (any UICollectionViewDataSource)?
}

protocol UITableViewDataSource: AnyObject {
  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int
  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell
}

protocol UICollectionViewDataSource: AnyObject {
  func collectionView(_ view: UICollectionView, numberOfItemsInSection section: Int) -> Int
}

class UITableViewCell {
  enum EditingStyle { case none, delete }
  let textLabel: UILabel? = UILabel()
}

class UINavigationController: UIViewController {
  private(set) var viewControllers: [UIViewController] = []
  func pushViewController(_ viewController: UIViewController, animated: Bool) {
    viewControllers.append(viewController)
  }
}

extension IndexPath {
  var row: Int { self[1] }
  init(row: Int, section: Int) { self.init(indexes: [section, row]) }
}
