#if GTK || HEADLESS
import StateGraphPresentation

/// The expected navigation for a state of ``Entrance``, by the rules and without the engine.
struct EntranceOracle {
  /// A page with its segment, and how deep the segment is.
  struct Entry {
    let name: String
    let segment: Entrance.Segment
    let depth: Int
  }

  var window: [Entry] = []
  /// Each sheet from the bottom to the top, and the alerts between them.
  var overlays: [(sheet: [Entry], alert: String?)] = []

  init(_ state: Entrance) {
    window = [Entry(name: "root", segment: .root, depth: 0)]
    if let help = state.help {
      var sheet = [Entry(name: "help", segment: .help, depth: 1)]
      if help.topic != nil { sheet.append(Entry(name: "topic", segment: .topic, depth: 2)) }
      overlays.append((sheet, nil))
    }
    if let login = state.login {
      window.append(Entry(name: "login", segment: .login, depth: 1))
      if login.hasHint { window.append(Entry(name: "hint", segment: .login, depth: 1)) }
      if login.captcha != nil {
        overlays.append(([Entry(name: "captcha", segment: .captcha, depth: 2)], nil))
      }
      if let failure = login.failure { overlays.append(([], failure)) }
      if let reset = login.reset {
        window.append(Entry(name: "reset", segment: .reset, depth: 2))
        if reset.isSent { window.append(Entry(name: "sent", segment: .reset, depth: 2)) }
      }
    } else if let registration = state.registration {
      window.append(Entry(name: "registration", segment: .registration, depth: 1))
      if registration.isSecondStep {
        window.append(Entry(name: "step", segment: .registration, depth: 1))
      }
      if registration.terms != nil {
        overlays.append(([Entry(name: "terms", segment: .terms, depth: 2)], nil))
      }
      if registration.confirm != nil {
        window.append(Entry(name: "confirm", segment: .confirm, depth: 2))
      }
    }
  }

  var text: String {
    let parts = overlays.map { overlay in
      overlay.alert.map { "alert \($0)" } ?? "sheet " + Self.names(overlay.sheet)
    }
    return ([Self.names(window)] + parts).joined(separator: " | ")
  }

  private static func names(_ entries: [Entry]) -> String {
    entries.map(\.name).joined(separator: " ")
  }

  /// The pages that the user can go back to, the nearest one first.
  static func targets(_ stack: [Entry], overlays: [(sheet: [Entry], alert: String?)] = [])
    -> [String]
  {
    guard let top = stack.last else { return [] }
    var targets: [String] = []
    for (index, entry) in stack.enumerated().reversed() where entry.segment != top.segment {
      let isLast = stack[index + 1].segment != entry.segment
      let left = Set(stack[(index + 1)...].map(\.segment))
      if isLast, left.allSatisfy({ Entrance.dismissAction(of: $0) != nil }) {
        targets.append(entry.name)
      }
    }
    return targets
  }

  /// The actions of all segments of the window above a page, with those in their sheets.
  func leaving(above name: String) -> [Entrance.Action] {
    guard let index = window.firstIndex(where: { $0.name == name }) else { return [] }
    var left: [Entrance.Segment: Int] = [:]
    for entry in window[(index + 1)...] { left[entry.segment] = entry.depth }
    for overlay in overlays {
      for entry in overlay.sheet where Self.parent[entry.segment].map({ left[$0] != nil }) ?? false
      {
        left[entry.segment] = entry.depth
      }
    }
    return Self.actions(left)
  }

  static func leaving(_ sheet: [Entry], above name: String? = nil) -> [Entrance.Action] {
    let index = name.flatMap { name in sheet.firstIndex { $0.name == name } }.map { $0 + 1 } ?? 0
    var left: [Entrance.Segment: Int] = [:]
    for entry in sheet[index...] { left[entry.segment] = entry.depth }
    return actions(left)
  }

  /// The segment that shows a sheet.
  private static let parent: [Entrance.Segment: Entrance.Segment] = [
    .captcha: .login, .terms: .registration, .help: .root,
  ]

  /// The deepest one first. Of two equally deep ones, the sheet comes first.
  private static func actions(_ left: [Entrance.Segment: Int]) -> [Entrance.Action] {
    left.sorted { one, other in
      one.value != other.value
        ? one.value > other.value : parent[one.key] != nil && parent[other.key] == nil
    }.compactMap { Entrance.dismissAction(of: $0.key) }
  }
}

#endif
