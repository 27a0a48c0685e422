#if GTK
import GTKTestSupport
import StateGraph
import StateGraphGTK
import Testing

private struct YearForm: View {
  let year: Stored<String>

  var body: some View {
    TextField("Year", text: year.binding)
      .refusal(Int(year.wrappedValue) == nil ? "A year is a number." : nil)
  }
}

@MainActor
@Suite(.windows, .windowTime)
struct FieldRefusalTests {
  private let year = Stored(wrappedValue: "1815")

  @Test func `a refused text stays in the field with its reason, also for screen readers`()
    async throws
  {
    let window = TestWindow { YearForm(year: year) }
    let field = try #require(window.find("Year"))
    #expect(!field.isInvalid)
    field.type("last year")
    await window.until { window.label("A year is a number.") != nil }
    #expect(field.text == "last year")
    #expect(field.isInvalid)
    #expect(field.hasDescription("A year is a number."))
  }

  @Test func `the reason goes when the text is no longer refused`() async throws {
    year.wrappedValue = "never"
    let window = TestWindow { YearForm(year: year) }
    #expect(window.label("A year is a number.") != nil)
    let field = try #require(window.find("Year"))
    field.type("1816")
    await window.until { window.label("A year is a number.") == nil }
    #expect(!field.isInvalid)
    #expect(!field.hasDescription("A year is a number."))
  }
}

#endif
