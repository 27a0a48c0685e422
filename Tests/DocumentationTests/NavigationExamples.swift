import StateGraph
import StateGraphPresentation

// The code of the article about navigation, as it stands there. SnippetTests compares the two.

struct Shop: Equatable, Sendable {
  struct Item: Equatable, Sendable { var name: String }
  struct Basket: Equatable, Sendable { var names: [String] = [] }
  enum Action { case closeItem, closeBasket }
  enum Place { case shop, item, basket }

  var item: Item?
  var basket: Basket?
}

final class ShopPage: NavigationPage {
  let title: () -> String
  init(title: @escaping () -> String) { self.title = title }
}

@MainActor
func makeShop(_ store: Store<Shop, Shop.Action>) -> NavSegment<Shop.Place> {
  NavSegment(id: .shop, store: store) { store in
    NavSegment.ViewController(store: store) { _ in ShopPage { "Shop" } }
  } nextSegment: { store in
    NavSegment.Next(store: store, toLocalState: \.item, fromLocalAction: { $0 }, make: makeItem)
    NavSegment.Sheet(
      store: store,
      toLocalState: \.basket,
      fromLocalAction: { $0 },
      make: makeBasket
    )
  }
}

@MainActor
func makeItem(_ store: Store<Shop.Item, Shop.Action>) -> NavSegment<Shop.Place> {
  NavSegment(id: .item, store: store) { store in
    NavSegment.ViewController(store: store) { viewStore in ShopPage { viewStore.name } }
  }
}

@MainActor
func makeBasket(_ store: Store<Shop.Basket, Shop.Action>) -> NavSegment<Shop.Place> {
  NavSegment(id: .basket, store: store) { store in
    NavSegment.ViewController(store: store) { _ in ShopPage { "Basket" } }
  }
}

@MainActor
func bindShop(_ node: Stored<Shop>, to window: some NavigationPresenter) {
  let store = Store(state: node) { (action: Shop.Action) in
    switch action {
    case .closeItem: node.wrappedValue.item = nil
    case .closeBasket: node.wrappedValue.basket = nil
    }
  }
  window.composable.bind(
    store: store,
    makeRootSegment: makeShop,
    makeDismissAction: { place in
      switch place {
      case .shop: nil
      case .item: .closeItem
      case .basket: .closeBasket
      }
    }
  )
}

final class PrintedWindow: NavigationPresenter {
  let navigation = NavigationBinding()
  private(set) var titles: [String] = []

  func show(_ stack: NavigationStack, animated: Bool) {
    titles = stack.pages.pages.compactMap { ($0.page as? ShopPage)?.title() }
  }

  func backButtonWasPressed() { navigation.handle(.back) }
}

enum ShopRoute: Route {
  case shop
  case item(String, showsBasket: Bool)

  init?(_ link: Link) {
    guard link.scheme == "shop" else { return nil }
    switch (link.path.first, link.path.count) {
    case (nil, 0): self = .shop
    case ("items", 2): self = .item(link.path[1], showsBasket: link.has("basket"))
    default: return nil
    }
  }

  var link: Link? {
    switch self {
    case .shop: Link(scheme: "shop", path: [])
    case .item(let name, let showsBasket):
      Link(scheme: "shop", path: ["items", name], query: showsBasket ? [.init("basket")] : [])
    }
  }
}

func shop(at url: String) throws(LinkError) -> Shop {
  switch try ShopRoute(url: url) {
  case .shop: Shop()
  case .item(let name, let showsBasket):
    Shop(item: .init(name: name), basket: showsBasket ? .init() : nil)
  }
}
