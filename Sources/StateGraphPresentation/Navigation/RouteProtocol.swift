/// A place in an app as a value, which prints as a URL and is read from it.
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
/// An app goes to a route by setting its state, before or after the navigation is bound.
public protocol Route: Codable, Hashable, Sendable {
  /// Reads a route; nil if the app has no such route.
  init?(_ link: Link)

  /// The link of the route, from which ``init(_:)`` reads an equal route. Nil if the route has
  /// none.
  var link: Link? { get }
}

extension Route {
  /// Reads a route from a URL.
  ///
  /// - Throws: ``LinkError``, if the text is no link, or the app has no such route.
  public init(url: String) throws(LinkError) {
    guard let route = Self(try Link(parsing: url)) else {
      throw LinkError(code: .unknownRoute, offset: 0)
    }
    self = route
  }

  /// The URL of the route; nil if it has none.
  public var url: String? { link?.description }
}
