/// A place in an app, such as the page of a book, as a value that prints as a URL and is read from
/// it.
///
/// ```swift
/// enum CatalogueRoute: Route {
///   case shelf
///   case book(String, isEdited: Bool)
///
///   init?(_ link: Link) {
///     guard link.scheme == "catalogue" else { return nil }
///     switch link.path {
///     case []: self = .shelf
///     case let path where path.count == 2 && path[0] == "books":
///       self = .book(path[1], isEdited: link.has("edit"))
///     default: return nil
///     }
///   }
///
///   var link: Link? {
///     switch self {
///     case .shelf: Link(scheme: "catalogue", path: [])
///     case .book(let id, let isEdited):
///       Link(scheme: "catalogue", path: ["books", id], query: isEdited ? [.init("edit")] : [])
///     }
///   }
/// }
/// ```
///
/// To open a route, an app sets its state to the state of this place, before or after `bind`.
public protocol Route: Codable, Hashable, Sendable {
  /// Creates the route of `link`. The result is nil if the app has no such route.
  init?(_ link: Link)

  /// The link of the route; nil if the route has no link. ``init(_:)`` reads an equal route from
  /// the link.
  var link: Link? { get }
}

extension Route {
  /// Creates the route of a URL.
  ///
  /// - Throws: ``LinkError`` if the text is not a link, or the app has no such route.
  public init(url: String) throws(LinkError) {
    guard let route = Self(try Link(parsing: url)) else {
      throw LinkError(code: .unknownRoute, offset: 0)
    }
    self = route
  }

  /// The URL of the route; nil if the route has no link.
  public var url: String? { link?.description }
}
