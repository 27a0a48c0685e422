#if GTK
/// The CSS classes that the views around a widget want for it.
///
/// If two views want classes of the same kind, the class of the inner view is used.
package struct WidgetStyles {
  package enum Kind { case color, font, scale }

  private struct Wish {
    let owner: ObjectIdentifier
    let kind: Kind
    /// Nil for a view that has no wish now, and keeps its place.
    var name: String?
  }

  /// An inner view is mounted before the views around it, so its wish is the first.
  private var wishes: [Wish] = []

  package init() {}

  package mutating func set(_ kind: Kind, to name: String?, by owner: ObjectIdentifier) {
    let index = wishes.firstIndex { $0.owner == owner && $0.kind == kind }
    if let index {
      wishes[index].name = name
    } else {
      wishes.append(Wish(owner: owner, kind: kind, name: name))
    }
  }

  package func effective(_ kind: Kind) -> String? {
    wishes.first { $0.kind == kind && $0.name != nil }?.name
  }
}

#endif
