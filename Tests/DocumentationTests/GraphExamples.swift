import StateGraphPersistence

// The code of the StateGraph articles, as it stands there. SnippetTests compares the two.

final class Cart {
  @GraphStored var prices: [Int] = []
  @GraphStored var taxRate: Double = 0.19
  @GraphComputed var total: Double

  init() {
    self.$total = .init { [$prices, $taxRate] _ in
      Double($prices.wrappedValue.reduce(0, +)) * (1 + $taxRate.wrappedValue)
    }
  }
}

func watch(_ cart: Cart) -> AnyCancellable {
  withGraphTracking {
    cart.$total.onChange { total in print("\(total) to pay") }
  }
}

final class Counter {
  @GraphStored var count: Int = 0
  @GraphComputed var isEven: Bool

  init() {
    self.$isEven = .init { [$count] _ in $count.wrappedValue.isMultiple(of: 2) }
  }
}

func explainIncrement(_ counter: Counter) -> String {
  withGraphTrace { counter.count += 1 }.description
}

func draw(_ counter: Counter) -> String {
  counter.$isEven.dump.mermaid
}
