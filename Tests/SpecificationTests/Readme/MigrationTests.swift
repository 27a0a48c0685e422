import StateGraph
import TestSupport
import Testing

/// README: Migration from Observable, the classes "after".
private enum Migration {
  // Basic Observable Class Migration
  final class UserViewModel {
    @GraphStored
    var name: String = ""

    @GraphStored
    var email: String = ""

    @GraphComputed
    var isValid: Bool

    init() {
      self.$isValid = .init { [$name, $email] _ in
        !$name.wrappedValue.isEmpty && $email.wrappedValue.contains("@")
      }
    }
  }

  // ObservationTracking Migration. The model and the labels can be seen by the test. As a real view
  // controller, the class is on the main actor. It leaves out the labels: it records what it would set.
  @MainActor
  final class ViewController {
    let viewModel = UserViewModel()
    private var subscription: AnyCancellable?
    let updates = Recorder<String>()

    func setupObservation() {
      subscription = withGraphTracking {
        viewModel.$name.onChange { [weak self] name in
          self?.updateNameLabel(name)
        }

        viewModel.$email.onChange { [weak self] email in
          self?.updateEmailField(email)
        }

        viewModel.$isValid.onChange { [weak self] isValid in
          self?.updateSubmitButton(isValid)
        }
      }
    }

    private func updateNameLabel(_ name: String) { updates.record("name \(name)") }
    private func updateEmailField(_ email: String) { updates.record("email \(email)") }
    private func updateSubmitButton(_ isValid: Bool) { updates.record("valid \(isValid)") }
  }

  struct CartItem {
    var price: Double
    var quantity: Int
  }

  // Complex Dependencies Migration
  final class ShoppingCartViewModel {
    @GraphStored
    var items: [CartItem] = []

    @GraphStored
    var taxRate: Double = 0.08

    @GraphComputed
    var subtotal: Double

    @GraphComputed
    var tax: Double

    @GraphComputed
    var total: Double

    init() {
      self.$subtotal = .init { [$items] _ in
        $items.wrappedValue.reduce(0) { $0 + ($1.price * Double($1.quantity)) }
      }

      self.$tax = .init { [$subtotal, $taxRate] _ in
        $subtotal.wrappedValue * $taxRate.wrappedValue
      }

      self.$total = .init { [$subtotal, $tax] _ in
        $subtotal.wrappedValue + $tax.wrappedValue
      }
    }
  }

  /// Common Pitfalls and Solutions, the right ones.
  final class Solutions {
    @GraphStored var storedProperty: Int = 1
    @GraphStored var source: Int = 10
    @GraphComputed var computed: Int
    @GraphComputed var a: Int
    @GraphComputed var b: Int

    init(otherValue: Int) {
      // ✅ Correct: Explicitly capture dependencies
      self.$computed = .init { [$storedProperty] _ in
        $storedProperty.wrappedValue + otherValue
      }

      // ✅ Correct: Break circular dependencies
      self.$a = .init { [$source] _ in $source.wrappedValue + 1 }
      self.$b = .init { [$a] _ in $a.wrappedValue + 1 }
    }
  }
}

@Suite @MainActor struct MigrationTests {
  @Test func `validity is computed`() {
    let model = Migration.UserViewModel()
    #expect(!model.isValid)
    model.name = "Ada"
    #expect(!model.isValid)
    model.email = "ada@example.org"
    #expect(model.isValid)
  }

  @Test func `each property has a callback of its own`() async {
    let controller = Migration.ViewController()
    controller.setupObservation()
    #expect(controller.updates.drain() == ["name ", "email ", "valid false"])
    controller.viewModel.name = "Ada"
    await drainMainQueue()
    #expect(controller.updates.drain() == ["name Ada"])
    controller.viewModel.email = "a@b"
    await drainMainQueue()
    #expect(controller.updates.drain() == ["email a@b", "valid true"])
  }

  @Test func `changes cascade`() {
    let model = Migration.ShoppingCartViewModel()
    model.items = [.init(price: 50, quantity: 2)]
    #expect(model.subtotal == 100)
    #expect(model.tax == 8)
    #expect(model.total == 108)
  }

  @Test func `the solutions to the pitfalls work`() {
    let model = Migration.Solutions(otherValue: 5)
    #expect(model.computed == 6)
    model.storedProperty = 2
    #expect(model.computed == 7)
    #expect(model.b == 12)
    model.source = 20
    #expect(model.b == 22)
  }
}
