import Dispatch
import Foundation
import StateGraph
import Testing

/// UIKit Integration: Loading States and Error Handling.
private enum LoadingStates {
  struct Item {
    var name: String
  }

  // The document leaves out `Sendable`, which Swift 6 asks for: `loadData` hands the model to a
  // queue.
  final class DataViewModel: Sendable {
    @GraphStored var isLoading: Bool = false
    @GraphStored var data: [Item]? = nil
    @GraphStored var error: Error? = nil

    @GraphComputed var viewState: ViewState

    init() {
      self.$viewState = .init { [$isLoading, $data, $error] _ in
        if $isLoading.wrappedValue {
          return .loading
        } else if let error = $error.wrappedValue {
          return .error(error)
        } else if let data = $data.wrappedValue {
          return .loaded(data)
        } else {
          return .empty
        }
      }
    }

    // The document waits for two seconds here.
    func loadData() {
      isLoading = true
      error = nil

      // Simulate API call
      DispatchQueue.main.asyncAfter(deadline: .now() + 0) {
        self.isLoading = false
        self.data = [Item(name: "Item 1"), Item(name: "Item 2")]
      }
    }
  }

  enum ViewState {
    case loading
    case loaded([Item])
    case error(Error)
    case empty
  }

  class DataViewController: UIViewController {
    let viewModel = DataViewModel()
    private var subscription: AnyCancellable?

    weak var loadingView: UIActivityIndicatorView!
    weak var tableView: UITableView!
    weak var errorLabel: UILabel!
    weak var retryButton: UIButton!

    override func viewDidLoad() {
      super.viewDidLoad()
      setupUI()
      bindViewModel()
      viewModel.loadData()
    }

    private func setupUI() {
      tableView.dataSource = self
    }

    private func bindViewModel() {
      subscription = withGraphTracking {
        viewModel.$viewState.onChange { [weak self] state in
          DispatchQueue.main.async {
            self?.updateUI(for: state)
          }
        }
      }
    }

    private func updateUI(for state: ViewState) {
      loadingView.stopAnimating()
      tableView.isHidden = true
      errorLabel.isHidden = true
      retryButton.isHidden = true

      switch state {
      case .loading:
        loadingView.startAnimating()

      case .loaded:
        tableView.isHidden = false
        tableView.reloadData()

      case .error(let error):
        errorLabel.isHidden = false
        retryButton.isHidden = false
        errorLabel.text = error.localizedDescription

      case .empty:
        errorLabel.isHidden = false
        errorLabel.text = "No data available"
      }
    }

    func retryTapped() {
      viewModel.loadData()
    }
  }
}

extension LoadingStates.DataViewController: UITableViewDataSource {
  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    if case .loaded(let items) = viewModel.viewState {
      return items.count
    }
    return 0
  }

  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = UITableViewCell()

    if case .loaded(let items) = viewModel.viewState {
      cell.textLabel?.text = items[indexPath.row].name
    }

    return cell
  }
}

@Suite @MainActor struct LoadingStateTests {
  struct Failure: LocalizedError {
    var errorDescription: String? { "The network is gone." }
  }

  private struct Unexpected: Error {
    let state: LoadingStates.ViewState
  }

  @Test func `the state is computed of loading, error and data`() async throws {
    let model = LoadingStates.DataViewModel()
    guard case .empty = model.viewState else { throw Unexpected(state: model.viewState) }
    model.error = Failure()
    guard case .error(let error) = model.viewState else { throw Unexpected(state: model.viewState) }
    #expect(error is Failure)
    model.loadData()
    guard case .loading = model.viewState else { throw Unexpected(state: model.viewState) }
    await drainMainQueue()
    guard case .loaded(let items) = model.viewState else {
      throw Unexpected(state: model.viewState)
    }
    #expect(items.map(\.name) == ["Item 1", "Item 2"])
  }

  @Test func `the views show the state`() async {
    let loading = UIActivityIndicatorView()
    let table = UITableView()
    let label = UILabel()
    let retry = UIButton()
    let controller = LoadingStates.DataViewController()
    controller.loadingView = loading
    controller.tableView = table
    controller.errorLabel = label
    controller.retryButton = retry
    controller.viewDidLoad()
    await drainMainQueue()
    #expect(!table.isHidden)
    #expect(!loading.isAnimating)
    #expect(table.dataSource?.tableView(table, numberOfRowsInSection: 0) == 2)
    let cell = table.dataSource?.tableView(table, cellForRowAt: IndexPath(row: 1, section: 0))
    #expect(cell?.textLabel?.text == "Item 2")

    controller.viewModel.error = Failure()
    await drainMainQueue()
    #expect(label.text == "The network is gone.")
    #expect(!retry.isHidden)

    controller.retryTapped()
    await drainMainQueue()
    #expect(!table.isHidden)
    #expect(retry.isHidden)
  }
}
