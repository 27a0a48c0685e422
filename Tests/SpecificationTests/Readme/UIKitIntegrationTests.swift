import StateGraph
import TestSupport
import Testing

/// README: UIKit Integration. Its button's action is called by the test.
private enum ReadmeUIKit {
  // The document leaves out `Sendable`, which Swift 6 asks for: a computed node captures the model.
  final class CounterViewModel: Sendable {
    @GraphStored
    var count: Int = 0

    @GraphComputed
    var isEven: Bool

    init() {
      self.$isEven = .init { [$count] _ in
        $count.wrappedValue % 2 == 0
      }
    }
  }

  class CounterViewController: UIViewController {
    let viewModel = CounterViewModel()
    private var subscription: AnyCancellable?

    let countLabel = UILabel()
    let evenOddLabel = UILabel()

    override func viewDidLoad() {
      super.viewDidLoad()
      bindViewModel()
    }

    private func bindViewModel() {
      // Initial update
      updateUI()

      // Reactive updates
      subscription = withGraphTracking {
        viewModel.$count.onChange { value in
          // Handle count changes if needed
        }
        viewModel.$isEven.onChange { value in
          // Handle isEven changes if needed
        }

        // Define what happens when changes occur
        // In a class the language asks for `self` or a capture.
        Computed { [viewModel] _ in
          (viewModel.count, viewModel.isEven)
        }
        .onChange { [weak self] _ in
          self?.updateUI()
        }
      }
    }

    private func updateUI() {
      countLabel.text = "Count: \(viewModel.count)"
      evenOddLabel.text = viewModel.isEven ? "Even" : "Odd"
    }

    func incrementCount() {
      viewModel.count += 1
    }
  }
}

@Suite @MainActor struct ReadmeUIKitTests {
  @Test func `the labels follow the counter`() async {
    let controller = ReadmeUIKit.CounterViewController()
    controller.viewDidLoad()
    #expect(controller.countLabel.text == "Count: 0")
    #expect(controller.evenOddLabel.text == "Even")
    controller.incrementCount()
    await drainMainQueue()
    #expect(controller.countLabel.text == "Count: 1")
    #expect(controller.evenOddLabel.text == "Odd")
  }

  @Test func `a change on another thread updates the labels on the main thread`() async throws {
    let controller = ReadmeUIKit.CounterViewController()
    controller.viewDidLoad()
    let model = controller.viewModel
    try withThread { model.count = 7 }
    await drainMainQueue()
    #expect(controller.countLabel.text == "Count: 7")
    #expect(controller.evenOddLabel.text == "Odd")
  }
}
