import StateGraphPersistence

// The code of the article about concurrency, as it stands there.

actor Totals {
  private(set) var last = 0.0

  func show(_ total: Double) { last = total }
}

func deliver(_ cart: Cart, to totals: Totals) -> AnyCancellable {
  withGraphTracking {
    cart.$total.onChange(on: totals) { totals, total in totals.show(total) }
  }
}

@MainActor
final class TotalLabel {
  private(set) var text = ""

  func follow(_ cart: Cart) -> AnyCancellable {
    withGraphTracking {
      cart.$total.onChange { [weak self] total in self?.text = "\(total) to pay" }
    }
  }
}

@MainActor
func show(_ total: Computed<Double>, by display: (Double) -> Void) async {
  for await value in total.values { display(value) }
}

func applyPrices(from updates: AsyncStream<[Int]>, to cart: Cart) -> Task<Void, Never> {
  Task { [prices = cart.$prices] in
    for await update in updates { prices.wrappedValue = update }
  }
}

func rename(_ users: [User], to name: String, in database: Database) async throws {
  try await database.write {
    for user in users { user.name = name }
  }
}
