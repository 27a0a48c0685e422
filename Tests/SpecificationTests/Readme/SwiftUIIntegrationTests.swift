import StateGraph
import Testing

/// README: SwiftUI Integration. The views are left out, their bindings are the tests'.
private enum SwiftUIIntegration {
  final class CounterViewModel {
    @GraphStored
    var count: Int = 0
  }

  /// Environment Integration with GraphObject, Defining a GraphObject.
  @available(iOS 17.0, *)
  final class AppState: GraphObject {
    @GraphStored var count: Int = 0
    @GraphStored var userName: String = ""

    @GraphComputed var displayName: String

    init() {
      self.$displayName = .init { [$userName] _ in
        $userName.wrappedValue.isEmpty ? "Anonymous" : $userName.wrappedValue
      }
    }
  }

  struct CartItem {
    var name: String
    var price: Double
  }

  // Complete Example. '@Observable' is left out with the SwiftUI lines: its own macro claims the
  // storage of every property that does not say '@ObservationIgnored', and the compiler does not
  // let two macros give one property accessors. A 'GraphObject' is 'Observable' as it is.
  @available(iOS 17.0, *)
  final class ShoppingCartModel: GraphObject {
    @GraphStored var items: [CartItem] = []
    @GraphStored var taxRate: Double = 0.08

    @GraphComputed var subtotal: Double
    @GraphComputed var tax: Double
    @GraphComputed var total: Double

    init() {
      self.$subtotal = .init { [$items] _ in
        $items.wrappedValue.reduce(0) { $0 + $1.price }
      }

      self.$tax = .init { [$subtotal, $taxRate] _ in
        $subtotal.wrappedValue * $taxRate.wrappedValue
      }

      self.$total = .init { [$subtotal, $tax] _ in
        $subtotal.wrappedValue + $tax.wrappedValue
      }
    }
  }
}

@Suite struct SwiftUIIntegrationTests {
  @Test func `a binding converts the underlying node`() {
    let viewModel = SwiftUIIntegration.CounterViewModel()
    let value = viewModel.$count.binding
    viewModel.count += 1
    #expect(value.wrappedValue == 1)
    value.wrappedValue = 5
    #expect(viewModel.count == 5)
  }

  @Test func `an app state's display name follows the user's`() {
    let appState = SwiftUIIntegration.AppState()
    appState.count += 1
    #expect(appState.count == 1)
    #expect(appState.displayName == "Anonymous")
    let text = appState.$userName.binding
    text.wrappedValue = "Ada"
    #expect(appState.displayName == "Ada")
  }

  @Test func `a cart adds up`() {
    let cart = SwiftUIIntegration.ShoppingCartModel()
    #expect(cart.total == 0)
    cart.items.append(.init(name: "Book", price: 100))
    #expect(cart.subtotal == 100)
    #expect(cart.tax == 8)
    #expect(cart.total == 108)
    cart.taxRate = 0.5
    #expect(cart.total == 150)
  }
}
