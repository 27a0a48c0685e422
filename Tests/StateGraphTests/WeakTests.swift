import StateGraph
import Testing

final class Pet: Sendable {
  let name: String
  init(_ name: String) { self.name = name }
}

@Suite struct WeakTests {
  @Test func `two references are equal while they refer to the same object`() {
    let rex = Pet("Rex")
    let twin = Pet("Rex")
    #expect(Weak(rex) == Weak(rex))
    #expect(Weak(rex) != Weak(twin))
    #expect(Weak(rex) != Weak<Pet>(nil))
    #expect(Weak<Pet>(nil) == Weak<Pet>(nil))
  }

  @Test func `a set still finds a reference whose object is gone`() {
    var rex: Pet? = Pet("Rex")
    let reference = Weak(rex)
    let references: Set = [reference]
    rex = nil
    #expect(reference.object == nil)
    #expect(references.contains(reference))
    let next = Pet("Rex")
    #expect(reference != Weak(next))
  }
}
