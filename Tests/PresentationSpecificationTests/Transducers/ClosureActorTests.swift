import StateGraphPresentation
import Testing

@globalActor private actor Clerk {
  static let shared = Clerk()
}

@MainActor private final class Label {
  var text = ""
}

/// Not `Sendable`.
private final class Sheet {
  var lines = 0
}

/// An action and an output that name the main actor, although they do not suspend.
private enum Bell: EffectTransducer {
  enum State: Terminable {
    case quiet, ringing, done
    var isTerminal: Bool { self == .done }
  }
  enum Event { case ring, touch, stop }
  typealias Output = Int
  typealias Env = Label

  static func update(_ state: inout State, event: Event) -> (Self.Effect?, Int) {
    switch event {
    case .ring:
      state = .ringing
      return (
        Effect(action: { @MainActor label in
          MainActor.assertIsolated()
          label.text += "rings "
          return [.touch, .stop]
        }), 1
      )
    case .touch:
      return (
        Effect(action: { @MainActor label -> Void in
          MainActor.assertIsolated()
          label.text += "touched "
        }), 2
      )
    case .stop:
      state = .done
      return (nil, 3)
    }
  }
}

/// Its outputs and its environment cannot leave the machine's actor.
private enum Pad: EffectTransducer {
  enum State: Terminable {
    case blank, written
    var isTerminal: Bool { self == .written }
  }
  enum Event { case write, stop }
  typealias Output = Sheet
  typealias Env = Sheet

  static func update(_ state: inout State, event: Event) -> (Self.Effect?, Sheet) {
    if event == .stop { state = .written }
    let effect = Self.Effect(action: { @Clerk sheet in
      sheet.lines += 1
      return .stop
    })
    return (event == .stop ? nil : effect, Sheet())
  }
}

private actor Worker {
  func ring(_ label: Label) async throws -> Int {
    try await Bell.run(
      initialState: .quiet,
      proxy: Bell.Proxy(initialEvent: .ring),
      env: label,
      output: Callback { @MainActor number in
        MainActor.assertIsolated()
        label.text += "\(number) "
      }
    )
  }

  func write() async throws {
    try await Pad.run(
      initialState: .blank,
      proxy: Pad.Proxy(initialEvent: .write),
      env: Sheet()
    )
  }
}

/// Closures that name a global actor, in both language modes.
@Suite(.timeLimit(.minutes(20))) struct ClosureActorTests {
  @Test @MainActor func `closures keep their actor if the machine runs on another one`()
    async throws
  {
    let label = Label()
    #expect(try await Worker().ring(label) == 3)
    #expect(label.text == "1 rings 2 touched 3 ")
  }

  @Test @MainActor func `closures of the machine's actor run there`() async throws {
    let label = Label()
    let last = try await Bell.run(
      initialState: .quiet,
      proxy: Bell.Proxy(initialEvent: .ring),
      env: label,
      output: Callback { @MainActor number in label.text += "\(number) " }
    )
    #expect(last == 3)
    #expect(label.text == "1 rings 2 touched 3 ")
  }

  @Test @Clerk func `values that are not Sendable stay on the machine's actor`() async throws {
    let sheet = Sheet()
    var outputs = 0
    try await Pad.run(
      initialState: .blank,
      proxy: Pad.Proxy(initialEvent: .write),
      env: sheet,
      output: Callback { @Clerk _ in outputs += 1 }
    )
    #expect(sheet.lines == 1)
    #expect(outputs == 2)
  }

  @Test func `a value that is not Sendable is not passed to another actor`() async {
    await #expect(throws: TransducerError.notSendable) { try await Worker().write() }
  }
}
