import StateGraph
import StateGraphGTK
import StateGraphPersistence

/// The number of books of a year.
struct YearCount: Decodable, Sendable, Equatable {
  let year: Int
  let count: Int
}

/// A chart of the books for each year. It follows each commit of this and of other processes.
struct StatisticsPage: View {
  let counts: Computed<[YearCount]>

  var body: some View {
    VStack(alignment: .leading, spacing: 12) {
      Text("Books by Year").font(.title2)
      Summary(counts: counts)
      Canvas("Books for each year") { context in
        YearChart(counts: counts.wrappedValue).draw(on: &context)
      }
    }
    .padding(24)
  }
}

private struct Summary: View {
  let counts: Computed<[YearCount]>

  var body: some View {
    let counts = counts.wrappedValue
    let best = counts.max { $0.count < $1.count }
    let total = counts.reduce(0) { $0 + $1.count }
    Text(best.map { "\(total) books, most of them from \($0.year): \($0.count)" } ?? "No books")
      .foregroundColor(.secondary)
  }
}

/// Draws columns above an axis of years. Years before the first one of the chart are left out.
struct YearChart {
  let counts: [YearCount]

  private static let (left, right, bottom, top) = (52.0, 20.0, 28.0, 8.0)
  /// The most years that the chart shows.
  private static let span = 200

  @MainActor
  func draw(on context: inout DrawingContext) {
    guard let last = counts.map(\.year).max() else { return }
    let first = max(counts.map(\.year).min() ?? last, last - Self.span + 1)
    let shown = counts.filter { $0.year >= first }
    let most = Double(shown.map(\.count).max() ?? 1)
    let step = Self.roundStep(most / 5)
    let lineCount = Int((most / step).rounded(.up))
    let greatest = step * (Double(lineCount) + 0.2)
    let area = (
      width: context.width - Self.left - Self.right, height: context.height - Self.top - Self.bottom
    )
    guard area.width > 0, area.height > 0 else { return }
    for line in 0...lineCount {
      let y = Self.top + area.height * (1 - Double(line) * step / greatest)
      context.line(
        from: (Self.left, y.rounded() + 0.5),
        to: (Self.left + area.width, y.rounded() + 0.5),
        width: 0.5
      )
      context.text(
        "\(line * Int(step))",
        x: Self.left - 8,
        y: y,
        anchor: .trailing,
        scale: 0.85,
        .secondary
      )
    }
    let width = area.width / Double(last - first + 1)
    for count in shown {
      let height = area.height * Double(count.count) / greatest
      context.fill(
        x: Self.left + Double(count.year - first) * width,
        y: Self.top + area.height - height,
        width: max(1, width - (width > 4 ? 1 : 0)),
        height: height,
        .accent
      )
    }
    let years = stride(from: (first + 24) / 25 * 25, through: last, by: 25)
    for year in years {
      let x = Self.left + (Double(year - first) + 0.5) * width
      let y = context.height - Self.bottom + 8
      context.text("\(year)", x: x, y: y, anchor: .top, scale: 0.85, .secondary)
    }
  }

  /// The next number of the form 1, 2 or 5 times a power of ten.
  private static func roundStep(_ value: Double) -> Double {
    var power = 1.0
    while power * 10 <= value { power *= 10 }
    return [1.0, 2, 5, 10].map { $0 * power }.first { $0 >= value } ?? power
  }
}
