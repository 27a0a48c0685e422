import StateGraph
import TestSupport
import Testing

/// README: Advanced Usage.
private enum AdvancedUsage {
  // Example: Managing product availability in an e-commerce app

  // Model for product and cart
  // The document leaves out `Sendable`, which Swift 6 asks for: computed nodes capture the objects.
  final class StoreViewModel: Sendable {
    @GraphStored var stockLevel: Int = 10  // Available stock for a product
    @GraphStored var itemsInCart: Int = 0  // Number of this product in the user's cart
  }

  struct Item { var isCompleted: Bool }

  final class Model: Sendable { @GraphStored var isLoggedIn: Bool = false }
  final class Repository: Sendable { @GraphStored var items: [Item] = [] }
  final class AuthService: Sendable { @GraphStored var isAuthorized: Bool = false }
  final class NetworkMonitor: Sendable { @GraphStored var isConnected: Bool = false }
  final class SyncService { var canSync = false }
}

@Suite @MainActor struct AdvancedUsageTests {
  @Test func `several nodes are subscribed to at once`() async {
    let printed = Recorder<String>()
    let print: @Sendable (String) -> Void = { printed.record($0) }

    let viewModel = AdvancedUsage.StoreViewModel()

    // Subscription to track product availability
    // Keep this subscription instance to keep tracking active.
    var availabilitySubscription: AnyCancellable?

    availabilitySubscription = withGraphTracking {
      // Computed node to determine if the product can be added to cart
      Computed { _ in
        // This computation runs when `stockLevel` or `itemsInCart` changes.
        viewModel.stockLevel > viewModel.itemsInCart
      }
      .onChange { isAvailable in
        // This block is called when the `isAvailable` value changes.
        if isAvailable {
          print("✅ Product is available to add to cart.")
        } else {
          print("⚠️ Product is out of stock or cart limit reached.")
        }
      }

      // Observe changes in stock level directly
      viewModel.$stockLevel.onChange { newStock in
        print("📦 Stock level updated: \(newStock)")
      }

      // Observe changes in items in cart directly
      viewModel.$itemsInCart.onChange { items in
        print("🛒 Items in cart updated: \(items)")
      }
    }
    #expect(
      printed.drain() == [
        "✅ Product is available to add to cart.", "📦 Stock level updated: 10",
        "🛒 Items in cart updated: 0",
      ]
    )

    // Simulate adding an item to the cart
    viewModel.itemsInCart = 1
    await drainMainQueue()
    // The document shows "✅ Product is available to add to cart." here a second time, and says that
    // the block is called when the value changes. It has not changed, so it is not called.
    #expect(printed.drain() == ["🛒 Items in cart updated: 1"])

    // Simulate stock running out
    viewModel.stockLevel = 0
    await drainMainQueue()
    #expect(
      printed.drain() == [
        "📦 Stock level updated: 0", "⚠️ Product is out of stock or cart limit reached.",
      ]
    )

    // To stop tracking, set the subscription to nil
    _ = availabilitySubscription
    availabilitySubscription = nil
    viewModel.stockLevel = 5
    await drainMainQueue()
    #expect(printed.drain() == [])
  }

  @Test func `reactions that are not of the interface`() async {
    let events = Recorder<String>()
    let model = AdvancedUsage.Model()
    let subscription = withGraphTracking {
      model.$isLoggedIn.onChange { isLoggedIn in
        if isLoggedIn {
          events.record("user_login")
        }
      }
    }
    #expect(events.elements == [])
    model.isLoggedIn = true
    await drainMainQueue()
    #expect(events.elements == ["user_login"])
    subscription.cancel()
  }

  @Test func `derived calculations`() async {
    let notifications = Recorder<Int>()
    let repository = AdvancedUsage.Repository()
    repository.items = [.init(isCompleted: false), .init(isCompleted: true)]
    let subscription = withGraphTracking {
      Computed { _ in
        repository.items.filter { $0.isCompleted }.count
      }
      .onChange { completedCount in
        if completedCount == repository.items.count {
          notifications.record(completedCount)
        }
      }
    }
    #expect(notifications.elements == [])
    repository.items[0].isCompleted = true
    await drainMainQueue()
    #expect(notifications.elements == [2])
    subscription.cancel()
  }

  @Test func `dependencies on several values`() async {
    let authService = AdvancedUsage.AuthService()
    let networkMonitor = AdvancedUsage.NetworkMonitor()
    let syncService = AdvancedUsage.SyncService()
    let subscription = withGraphTracking {
      Computed { _ in
        (authService.isAuthorized, networkMonitor.isConnected)
      }
      .onChange { (isAuthorized, isConnected) in
        syncService.canSync = isAuthorized && isConnected
      }
    }
    authService.isAuthorized = true
    await drainMainQueue()
    #expect(!syncService.canSync)
    networkMonitor.isConnected = true
    await drainMainQueue()
    #expect(syncService.canSync)
    subscription.cancel()
  }
}
