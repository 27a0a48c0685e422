#if GTK
import GTKTestSupport
import StateGraphGTK
import TestSupport
import Testing

/// Two processes of the example in one desktop session.
@MainActor
@Suite(.windows, .windowTime)
struct HandedOverLinkTests {
  private let bus: AccessibilityBus
  private let first: ExampleProcess
  private let reader: ScreenReader

  init() throws {
    bus = try AccessibilityBus()
    reader = ScreenReader(bus: bus)
    first = try Self.start([], bus)
  }

  private static func start(_ arguments: [String], _ bus: AccessibilityBus) throws
    -> ExampleProcess
  {
    try ExampleProcess(
      arguments: arguments,
      environment: ["GTK_A11Y": "atspi", "DBUS_SESSION_BUS_ADDRESS": bus.sessionAddress]
    )
  }

  private func exitCode(_ arguments: [String]) async throws -> Int32 {
    try await Self.start(arguments, bus).exitCode()
  }

  @Test func `a second process hands its link over to the first one and ends`() async throws {
    defer { first.end() }
    try await reader.wait(for: ["label Count: 0"])
    #expect(try await exitCode(["counter://account/login/reset"]) == 0)
    try await reader.wait(for: ["text box Address", "button Back"])
    #expect(try await exitCode(["--other", "counter://view-state"]) == 0)
    try await reader.wait(for: ["text box Title"])
    #expect(try bus.programs().count == 1)
  }

  @Test func `a second process without a link, or with an unknown one, changes nothing`()
    async throws
  {
    defer { first.end() }
    try await reader.wait(for: ["label Count: 0"])
    try await reader.press("Increment", until: ["label Count: 1"])
    #expect(try await exitCode([]) == 0)
    #expect(try await exitCode(["counter://books/b42"]) == 0)
    #expect(try await exitCode(["other://account/login"]) == 0)
    try await reader.wait(for: ["label Count: 1"])
    #expect(try bus.programs().count == 1)
  }

  @Test func `a text that is no link ends the second process with the exit code 64`() async throws {
    defer { first.end() }
    try await reader.wait(for: ["label Count: 0"])
    #expect(try await exitCode(["counter://account/%FF"]) == 64)
    try await reader.wait(for: ["label Count: 0"])
  }

  @Test func `a text that another program sends and that is no link changes nothing`()
    async throws
  {
    defer { first.end() }
    try await reader.wait(for: ["label Count: 0"])
    for text in ["counter://%", "", "no link", "/etc/passwd"] {
      try bus.open([text], identifier: "org.example.StateGraphCounter")
    }
    try bus.open(
      ["counter://%41%", "counter://shared"],
      identifier: "org.example.StateGraphCounter"
    )
    try await reader.wait(for: ["button Edit Counter"])
  }

  @Test func `a first process that hangs gives the second one the exit code 75`() async throws {
    defer { first.end() }
    try await reader.wait(for: ["label Count: 0"])
    first.pause()
    // The five seconds pass in the second process, where D-Bus measures them. No clock of the test
    // reaches them, so this test waits for as long.
    #expect(try await exitCode(["counter://shared"]) == 75)
  }

  @Test func `a link of the first process is shown by its first frame`() async throws {
    first.end()
    let process = try Self.start(["counter://account/register"], bus)
    defer { process.end() }
    try await reader.wait(for: ["text box Name", "label Register"])
  }
}

#endif
