/// A place in an app as a value, such as the page of a book. A route can be written as a URL, and
/// it can be read from this URL.
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
/// To open a route, an app sets its state so that it shows this place. It can do this before or
/// after `bind`.
public protocol Route: Codable, Hashable, Sendable {
  /// Creates the route that `link` stands for, or returns nil if the app has no route for this
  /// link.
  init?(_ link: Link)

  /// The link of the route, or nil if the route has no link. ``init(_:)`` must make an equal route
  /// from this link.
  var link: Link? { get }
}

extension Route {
  /// Creates the route that a URL stands for.
  ///
  /// - Throws: ``LinkError`` if `url` is not a link, or the app has no route for the link.
  public init(url: String) throws(LinkError) {
    guard let route = Self(try Link(parsing: url)) else {
      throw LinkError(code: .unknownRoute, offset: 0)
    }
    self = route
  }

  /// The URL of the route, or nil if the route has no link.
  public var url: String? { link?.description }
}
