import StateGraphGTK

/// A place in the window as a link: `catalogue://books/42?edit`.
enum CatalogueRoute: Route {
  case books
  case search(String)
  case book(Int, isEdited: Bool)
  case statistics
  case importing

  init?(_ link: Link) {
    guard link.scheme == "catalogue" else { return nil }
    switch (link.path.first, link.path.dropFirst().first, link.path.count) {
    case (nil, _, _), ("books", nil, 1): self = .books
    case ("books", let id?, 2):
      guard let id = Int(id) else { return nil }
      self = .book(id, isEdited: link.has("edit"))
    case ("search", let words?, 2): self = .search(words)
    case ("statistics", nil, 1): self = .statistics
    case ("import", nil, 1): self = .importing
    default: return nil
    }
  }

  var link: Link? {
    switch self {
    case .books: Link(scheme: "catalogue", path: ["books"])
    case .search(let words): Link(scheme: "catalogue", path: ["search", words])
    case .book(let id, let isEdited):
      Link(scheme: "catalogue", path: ["books", "\(id)"], query: isEdited ? [.init("edit")] : [])
    case .statistics: Link(scheme: "catalogue", path: ["statistics"])
    case .importing: Link(scheme: "catalogue", path: ["import"])
    }
  }
}

extension CatalogueRoute {
  /// The events that show the place.
  func events(in shelves: Shelves) -> [Shelf.Event] {
    switch self {
    case .books: [.show(.books)]
    case .search(let words): [.show(.books), .search(words)]
    case .book(let id, let isEdited):
      [.show(.books), .select(id)]
        + (isEdited ? shelves.book(id).map { [.edit(Draft($0))] } ?? [] : [])
    case .statistics: [.show(.statistics)]
    case .importing: [.showImport(true)]
    }
  }
}
