#if GTK
/// The CSS classes that the views around a widget ask for.
///
/// If two views ask for classes of the same kind, such as two fonts, the class of the inner view is
/// used.
package struct WidgetStyles {
  package enum Kind { case color, font, scale }

  private struct Wish {
    let owner: ObjectIdentifier
    let kind: Kind
    /// The name of the class, or nil if the view asks for no class at the moment. The element then
    /// keeps its position in `wishes`.
    var name: String?
  }

  /// The wishes of all views around the widget. Those of the inner views come first, because an
  /// inner view is created before the views around it.
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
