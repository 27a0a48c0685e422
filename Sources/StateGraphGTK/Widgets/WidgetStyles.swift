#if GTK
/// The CSS classes that the views around a widget want for it. Of two views that want the same kind,
/// the inner one wins.
package struct WidgetStyles {
  package enum Kind { case color, font, scale }

  private struct Wish {
    let owner: ObjectIdentifier
    let kind: Kind
    var name: String
  }

  /// An inner view is mounted before the views around it, so its wish is the first.
  private var wishes: [Wish] = []

  package init() {}

  package mutating func set(_ kind: Kind, to name: String?, by owner: ObjectIdentifier) {
    let index = wishes.firstIndex { $0.owner == owner && $0.kind == kind }
    switch (index, name) {
    case (let index?, let name?): wishes[index].name = name
    case (let index?, nil): wishes.remove(at: index)
    case (nil, let name?): wishes.append(Wish(owner: owner, kind: kind, name: name))
    case (nil, nil): break
    }
  }

  package func effective(_ kind: Kind) -> String? { wishes.first { $0.kind == kind }?.name }
}

#endif
