#if GTK
import CGTK

/// The position of a widget in the space that its container gives it.
package struct WidgetAlignment: Equatable {
  package enum Place: Equatable {
    case fill, start, center, end

    var value: GtkAlign {
      switch self {
      case .fill: GTK_ALIGN_FILL
      case .start: GTK_ALIGN_START
      case .center: GTK_ALIGN_CENTER
      case .end: GTK_ALIGN_END
      }
    }
  }

  package var horizontal = Place.fill
  package var vertical = Place.fill

  package init(horizontal: Place = .fill, vertical: Place = .fill) {
    self.horizontal = horizontal
    self.vertical = vertical
  }
}

#endif
