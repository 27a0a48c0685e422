import StateGraph
import Testing

final class Pet: Sendable {
  let name: String
  init(_ name: String) { self.name = name }
}

@Suite struct GraphWeakReferenceTests {
  @Test func `two references are equal while they refer to the same object`() {
    let rex = Pet("Rex")
    let twin = Pet("Rex")
    #expect(GraphWeakReference(rex) == GraphWeakReference(rex))
    #expect(GraphWeakReference(rex) != GraphWeakReference(twin))
    #expect(GraphWeakReference(rex) != GraphWeakReference<Pet>(nil))
    #expect(GraphWeakReference<Pet>(nil) == GraphWeakReference<Pet>(nil))
  }

  @Test func `a set finds a reference whose object was released`() {
    var rex: Pet? = Pet("Rex")
    let reference = GraphWeakReference(rex)
    let references: Set = [reference]
    rex = nil
    #expect(reference.object == nil)
    #expect(references.contains(reference))
    let next = Pet("Rex")
    #expect(reference != GraphWeakReference(next))
  }
}
