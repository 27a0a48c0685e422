import StateGraph
import TestSupport
import Testing

/// UIKit Integration: Basic Integration Pattern.
private enum BasicIntegration {
  final class CounterViewModel {
    @GraphStored
    var count: Int = 0

    @GraphComputed
    var isEven: Bool

    @GraphComputed
    var displayText: String

    init() {
      self.$isEven = .init { [$count] _ in
        $count.wrappedValue % 2 == 0
      }

      self.$displayText = .init { [$count, $isEven] _ in
        let number = $count.wrappedValue
        let parity = $isEven.wrappedValue ? "even" : "odd"
        return "Count: \(number) (\(parity))"
      }
    }

    func increment() { count += 1 }
    func decrement() { count -= 1 }
  }

  class CounterViewController: UIViewController {
    let viewModel = CounterViewModel()
    private var subscription: AnyCancellable?

    // Outlets in the document, and without the buttons that have only targets.
    weak var countLabel: UILabel!
    weak var statusLabel: UILabel!

    override func viewDidLoad() {
      super.viewDidLoad()
      bindViewModel()
    }

    private func bindViewModel() {
      // Initial update
      updateUI()

      // Reactive updates
      subscription = withGraphTracking {
        viewModel.$displayText.onChange { [weak self] text in
          self?.countLabel.text = text
        }

        viewModel.$isEven.onChange { [weak self] isEven in
          self?.statusLabel.text = isEven ? "Even Number" : "Odd Number"
          self?.statusLabel.textColor = isEven ? .systemBlue : .systemOrange
        }
      }
    }

    private func updateUI() {
      countLabel.text = viewModel.displayText
      statusLabel.text = viewModel.isEven ? "Even Number" : "Odd Number"
      statusLabel.textColor = viewModel.isEven ? .systemBlue : .systemOrange
    }

    func incrementTapped() {
      viewModel.increment()
    }

    func decrementTapped() {
      viewModel.decrement()
    }
  }
}

@Suite @MainActor struct BasicIntegrationTests {
  @Test func `the text is made of count and parity`() {
    let model = BasicIntegration.CounterViewModel()
    #expect(model.displayText == "Count: 0 (even)")
    model.increment()
    #expect(model.displayText == "Count: 1 (odd)")
    model.decrement()
    model.decrement()
    #expect(model.displayText == "Count: -1 (odd)")
  }

  @Test func `the labels follow the buttons`() async {
    let countLabel = UILabel()
    let statusLabel = UILabel()
    let controller = BasicIntegration.CounterViewController()
    controller.countLabel = countLabel
    controller.statusLabel = statusLabel
    controller.viewDidLoad()
    #expect(countLabel.text == "Count: 0 (even)")
    #expect(statusLabel.textColor == .systemBlue)

    controller.incrementTapped()
    await drainMainQueue()
    #expect(countLabel.text == "Count: 1 (odd)")
    #expect(statusLabel.text == "Odd Number")
    #expect(statusLabel.textColor == .systemOrange)

    controller.decrementTapped()
    await drainMainQueue()
    #expect(countLabel.text == "Count: 0 (even)")
    #expect(statusLabel.text == "Even Number")
  }

  @Test func `a change on another thread updates the labels on the main thread`() async throws {
    let countLabel = UILabel()
    let statusLabel = UILabel()
    let controller = BasicIntegration.CounterViewController()
    controller.countLabel = countLabel
    controller.statusLabel = statusLabel
    controller.viewDidLoad()
    let count = controller.viewModel.$count
    try withThread { count.wrappedValue = 3 }
    await drainMainQueue()
    #expect(countLabel.text == "Count: 3 (odd)")
    #expect(statusLabel.text == "Odd Number")
  }
}
