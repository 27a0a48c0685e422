#if GTK
public import StateGraphPresentation

/// The views that take the links of the app.
@MainActor
enum LinkReceivers {
  /// A view that takes links, while it is shown.
  @MainActor
  final class Receiver {
    var action: @MainActor (Link) -> Void
    init(_ action: @escaping @MainActor (Link) -> Void) { self.action = action }
  }

  private static var receivers: [Receiver] = []
  /// A link that no view could take yet. The first view that is shown takes it.
  private static var waiting: Link?

  static func add(_ receiver: Receiver) {
    receivers.append(receiver)
    guard let link = waiting else { return }
    waiting = nil
    // The action may set a node that the body under evaluation has read.
    MainLoop.later { receiver.action(link) }
  }

  static func remove(_ receiver: Receiver) { receivers.removeAll { $0 === receiver } }

  /// Passes a link to the views that take links.
  static func deliver(_ link: Link) {
    if receivers.isEmpty { waiting = link }
    for receiver in receivers { receiver.action(link) }
  }
}

private struct LinkModifier: LifetimeModifier {
  let action: @MainActor (Link) -> Void

  func begin() -> LinkReceivers.Receiver {
    let receiver = LinkReceivers.Receiver(action)
    LinkReceivers.add(receiver)
    return receiver
  }
  func update(_ running: inout LinkReceivers.Receiver, from old: LinkModifier) {
    running.action = action
  }
  func end(_ running: LinkReceivers.Receiver) { LinkReceivers.remove(running) }
}

extension View {
  /// Runs `action` for each link of the app while this view is shown: the link among the arguments
  /// of the process, and those that later processes hand over.
  ///
  /// A link that arrives before such a view is shown waits for it. See ``App/open(_:)`` for links
  /// that no view takes.
  public func onOpenLink(perform action: @escaping @MainActor (Link) -> Void) -> some View {
    LivingView(content: self, modifier: LinkModifier(action: action))
  }
}

#endif
