#if GTK
import GTKTestSupport
import StateGraphGTK
import TestSupport
import Testing

/// The example as a process: with a screen reader, and without a display.
@MainActor
@Suite(.windows, .windowTime)
struct ExampleTests {
  @Test func `without a display the example ends with the exit code 69`() async throws {
    let process = try ExampleProcess(environment: [
      "DISPLAY": nil, "WAYLAND_DISPLAY": nil, "XDG_RUNTIME_DIR": nil, "GDK_BACKEND": nil,
    ])
    #expect(await process.exitCode() == 69)
  }

  @Test func `each control of the example has a name and a role, and actions press it`()
    async throws
  {
    let bus = try AccessibilityBus()
    let process = try ExampleProcess(environment: [
      "GTK_A11Y": "atspi", "DBUS_SESSION_BUS_ADDRESS": bus.sessionAddress,
    ])
    defer { process.end() }
    let reader = ScreenReader(bus: bus)
    try await reader.wait(for: ["button A machine in a view", "label Count: 0"])
    try await reader.press("Increment", until: ["label Count: 1"])
    try await reader.press("Done", until: ["label Finished"])
    try await reader.press("One machine, two pages", until: ["button Edit Counter"])
    try await reader.press("Edit Counter", until: ["button Back", "label Edit Counter"])
    try await reader.press("A view state", until: ["text box Title", "checkbox Loud"])
    try await reader.wait(for: ["combo box Colour"])
    try await reader.press("An account", until: ["button Log in", "button Register"])
    try await reader.press("Log in", until: ["text box Name", "button I forgot my password"])
    try await reader.press("I forgot my password", until: ["text box Address"])
    try await reader.press("A machine in a view", until: ["label Count: 0"])
    #expect(reader.nameless.isEmpty)
    let program = try #require(try bus.programs().first)
    #expect(try bus.name(of: program) == "counter")
  }

  @Test func `the example writes a picture of each page, and ends`() async throws {
    let directory = try TemporaryDirectory()
    let process = try ExampleProcess(arguments: ["--pictures", directory.path], environment: [:])
    #expect(await process.exitCode() == 0)
    let names = [
      "machine", "machine-busy", "shared", "shared-edit", "viewState", "account", "account-login",
      "account-reset", "account-registration",
    ]
    var pictures: [TestPicture] = []
    for name in names {
      let picture = try TestPicture(contentsOf: directory.file("\(name).png"))
      #expect(picture.hasSize(of: pictures.first ?? picture), "\(name)")
      #expect(!pictures.contains(picture), "\(name) shows the same as another page")
      pictures.append(picture)
    }
    let alert = try TestPicture(contentsOf: directory.file("account-discard.png"))
    #expect(!alert.hasSize(of: pictures[0]))
  }
}

#endif
