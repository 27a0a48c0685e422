import StateGraph
import TestSupport
import Testing

/// UIKit Integration: Memory Management, and the Best Practices that have code of their own.
private enum MemoryManagement {
  final class MyViewModel {
    @GraphStored var property: Int = 0
  }

  class BaseViewController: UIViewController {
    private var subscriptions: Set<AnyCancellable> = []

    func addSubscription(_ subscription: AnyCancellable) {
      subscription.store(in: &subscriptions)
    }

    deinit {
      subscriptions.removeAll()
    }
  }

  class MyViewController: BaseViewController {
    private let viewModel: MyViewModel
    private let values: Recorder<Int>

    // The document's controller makes its model; the test wants to outlive it.
    init(viewModel: MyViewModel, values: Recorder<Int>) {
      self.viewModel = viewModel
      self.values = values
    }

    override func viewDidLoad() {
      super.viewDidLoad()
      bindViewModel()
    }

    private func bindViewModel() {
      let subscription = withGraphTracking {
        viewModel.$property.onChange { [values] value in
          // Handle change
          values.record(value)
        }
      }

      addSubscription(subscription)
    }
  }

  /// 1. Use Weak References and 2. Main Thread Updates.
  final class WeakViewController: UIViewController {
    let viewModel: MyViewModel
    let label = UILabel()
    private var subscription: AnyCancellable?

    init(viewModel: MyViewModel) { self.viewModel = viewModel }

    override func viewDidLoad() {
      super.viewDidLoad()

      subscription = withGraphTracking {
        // Your tracking code
        viewModel.$property.onChange { [weak self] value in
          self?.updateUI(value)
        }
      }
    }

    private func updateUI(_ value: Int) { label.text = "\(value)" }
  }
}

@Suite @MainActor struct MemoryManagementTests {
  @Test func `a controller's subscriptions end with it`() async {
    let model = MemoryManagement.MyViewModel()
    let values = Recorder<Int>()
    var controller: MemoryManagement.MyViewController? = .init(viewModel: model, values: values)
    controller?.viewDidLoad()
    model.property = 1
    await drainMainQueue()
    #expect(values.drain() == [0, 1])
    controller = nil
    model.property = 2
    await drainMainQueue()
    #expect(values.drain() == [])
  }

  @Test func `a weak reference in a handler keeps no controller alive`() async {
    let model = MemoryManagement.MyViewModel()
    weak var released: MemoryManagement.WeakViewController?
    do {
      let controller = MemoryManagement.WeakViewController(viewModel: model)
      released = controller
      controller.viewDidLoad()
      model.property = 3
      await drainMainQueue()
      #expect(controller.label.text == "3")
    }
    #expect(released == nil)
  }
}
