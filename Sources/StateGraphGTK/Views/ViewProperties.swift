#if GTK
/// A property of a view that outlives the view, because it belongs to the mounted node.
@MainActor
protocol MountedProperty {
  /// Takes over the value of the same property of the previous view; nil for the first view.
  func mount(replacing old: Any?)
}

/// The ``State`` properties of views.
@MainActor
enum ViewProperties {
  /// For each type of view, the positions of its mounted properties.
  private static var positions: [ObjectIdentifier: [Int]] = [:]

  /// Gives the ``State`` properties of a new view the values of the previous view.
  static func mount<Content: View>(_ view: Content, replacing old: Content?) {
    let type = ObjectIdentifier(Content.self)
    if let known = positions[type], known.isEmpty { return }
    let new = Array(Mirror(reflecting: view).children)
    let before = old.map { Array(Mirror(reflecting: $0).children) }
    let mounted = positions[type] ?? new.indices.filter { new[$0].value is any MountedProperty }
    positions[type] = mounted
    for position in mounted {
      (new[position].value as? any MountedProperty)?.mount(replacing: before?[position].value)
    }
  }
}

#endif
