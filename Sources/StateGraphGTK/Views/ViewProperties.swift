#if GTK
/// A property whose value outlives a view value, because it stays as long as the view is shown.
/// ``State`` is such a property.
@MainActor
protocol MountedProperty {
  /// Takes over the value of the same property in the previous view value. `old` is nil for the
  /// first view value.
  func mount(replacing old: Any?)
}

/// Finds the ``State`` properties of view values, and carries their values over from one view value
/// to the next.
@MainActor
enum ViewProperties {
  /// For each type of view, the positions of its ``MountedProperty`` values among its properties.
  private static var positions: [ObjectIdentifier: [Int]] = [:]

  /// Whether a view has ``State`` properties. It was mounted before.
  static func hasState<Content: View>(_ view: Content) -> Bool {
    positions[ObjectIdentifier(Content.self)]?.isEmpty == false
  }

  /// Gives the ``State`` properties of a new view value the values that they had in the previous
  /// one.
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
