#if GTK
/// What a ``Canvas`` draws on. Places and lengths are in pixels, from the top left corner.
@MainActor
public struct DrawingContext {
  /// Which point of a text stands at its place.
  public enum Anchor: Hashable, Sendable { case topLeading, top, topTrailing, center, trailing }

  /// A part of the drawing.
  package enum Shape: Equatable {
    case rectangle(x: Double, y: Double, width: Double, height: Double, Color)
    case line(from: Point, to: Point, width: Double, Color)
    case text(String, at: Point, Anchor, scale: Double, Color)
  }

  package struct Point: Equatable {
    package let x: Double
    package let y: Double
  }

  /// The width of the canvas.
  public let width: Double
  /// The height of the canvas.
  public let height: Double
  package private(set) var shapes: [Shape] = []

  package init(width: Double, height: Double) { (self.width, self.height) = (width, height) }

  /// Fills a rectangle.
  public mutating func fill(
    x: Double,
    y: Double,
    width: Double,
    height: Double,
    _ color: Color = .primary
  ) {
    shapes.append(.rectangle(x: x, y: y, width: width, height: height, color))
  }

  /// Draws a straight line.
  public mutating func line(
    from start: (x: Double, y: Double),
    to end: (x: Double, y: Double),
    width: Double = 1,
    _ color: Color = .secondary
  ) {
    shapes.append(
      .line(
        from: Point(x: start.x, y: start.y),
        to: Point(x: end.x, y: end.y),
        width: width,
        color
      )
    )
  }

  /// Draws a text in the font of the desktop.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - x: The place of the anchor.
  ///   - y: The place of the anchor.
  ///   - anchor: The point of the text at this place.
  ///   - scale: The size of the font, relative to that of the desktop.
  ///   - color: The colour of the text.
  public mutating func text(
    _ text: String,
    x: Double,
    y: Double,
    anchor: Anchor = .topLeading,
    scale: Double = 1,
    _ color: Color = .primary
  ) {
    shapes.append(.text(text, at: Point(x: x, y: y), anchor, scale: scale, color))
  }
}

#endif
