import StateGraphPresentation
import TestSupport
import Testing

@Suite struct FieldEditingTests {
  private var field = FieldEditing("Emma")

  @Test mutating func `a change from elsewhere is shown at once`() {
    field.follow("Persuasion")
    #expect(field.text == "Persuasion")
    #expect(field.offer == nil)
    #expect(field.beginWrite() == nil)
  }

  @Test mutating func `a composed and a decomposed letter are different texts`() {
    field.follow("caf\u{E9}")
    field.type("cafe\u{301}")
    #expect(field.isEdited)
    #expect(field.beginWrite()?.utf8.count == 6)
    _ = field.accept()
    field.follow("caf\u{E9}")
    #expect(field.text.utf8.count == 5)
    #expect(!field.isEdited)
  }

  @Test mutating func `an accepted text is no longer edited`() {
    field.type("Emma!")
    #expect(field.beginWrite() == "Emma!")
    #expect(field.beginWrite() == nil)
    field.follow("Emma!")
    #expect(field.accept() == false)
    #expect(!field.isEdited)
    #expect(field.beginWrite() == nil)
  }

  @Test mutating func `a text that was typed during a write is written next`() {
    field.type("a")
    #expect(field.beginWrite() == "a")
    field.type("ab")
    field.follow("a")
    #expect(field.text == "ab")
    #expect(field.offer == nil)
    let isWrittenAgain = field.accept()
    #expect(isWrittenAgain)
    #expect(field.beginWrite() == "ab")
  }

  @Test mutating func `a refused text stays with its reason, and is not written again`() {
    field.type("")
    #expect(field.beginWrite() == "")
    #expect(field.refuse("A title is needed.") == false)
    #expect(field.text == "")
    #expect(field.refusal == "A title is needed.")
    #expect(field.beginWrite() == nil)
    field.type("E")
    #expect(field.refusal == nil)
    #expect(field.beginWrite() == "E")
  }

  @Test mutating func `the refusal of a text that was replaced meanwhile is not shown`() {
    field.type("")
    #expect(field.beginWrite() == "")
    field.type("E")
    let isWrittenAgain = field.refuse("A title is needed.")
    #expect(isWrittenAgain)
    #expect(field.refusal == nil)
    #expect(field.beginWrite() == "E")
  }

  @Test mutating func `a change from elsewhere is offered to a user who edits`() {
    field.type("Emma!")
    field.follow("Persuasion")
    #expect(field.text == "Emma!")
    #expect(field.offer == "Persuasion")
    #expect(field.beginWrite() == nil)
    field.takeOffer()
    #expect(field.text == "Persuasion")
    #expect(field.offer == nil)
    #expect(field.beginWrite() == nil)
  }

  @Test mutating func `a user who keeps the text writes it`() {
    field.type("Emma!")
    field.follow("Persuasion")
    field.refuseOffer()
    #expect(field.offer == nil)
    #expect(field.beginWrite() == "Emma!")
  }

  @Test mutating func `an offer ends when the change is taken back`() {
    field.type("Emma!")
    field.follow("Persuasion")
    field.follow("Emma")
    #expect(field.offer == nil)
    #expect(field.beginWrite() == "Emma!")
  }

  @Test mutating func `an offer ends when the user types the same text`() {
    field.type("Pers")
    field.follow("Persuasion")
    field.type("Persuasion")
    #expect(field.offer == nil)
    #expect(!field.isEdited)
  }

  @Test mutating func `a change from elsewhere to the edited text ends the edit`() {
    field.type("Emma!")
    field.follow("Emma!")
    #expect(!field.isEdited)
    #expect(field.offer == nil)
  }

  @Test mutating func `reverting shows the value of the owner`() {
    field.type("")
    _ = field.beginWrite()
    _ = field.refuse("A title is needed.")
    field.revert()
    #expect(field.text == "Emma")
    #expect(field.refusal == nil)
    field.type("x")
    field.follow("Persuasion")
    field.revert()
    #expect(field.text == "Persuasion")
    #expect(field.offer == nil)
  }

  @Test func `no history of 10,000 random ones writes over a change that the user has not seen`()
    throws
  {
    var random = SeededRandom(seed: TestSeed.current)
    for _ in 0..<10_000 {
      var owner = "0"
      var field = FieldEditing(owner)
      for step in 1...12 {
        switch Int.random(in: 0..<7, using: &random) {
        case 0: field.type("\(Int.random(in: 0..<4, using: &random))")
        case 1:
          owner = "\(Int.random(in: 0..<4, using: &random))"
          field.follow(owner)
        case 2:
          // The value that a write replaces is shown, or was refused by the user.
          if let text = field.beginWrite() {
            try #require(field.base == owner, "seed \(TestSeed.current), step \(step)")
            owner = text
            field.follow(owner)
            _ = field.accept()
          }
        case 3: if field.beginWrite() != nil { _ = field.refuse("no") }
        case 4: field.takeOffer()
        case 5: field.refuseOffer()
        default: field.revert()
        }
        // A field that is neither edited nor refused shows the value.
        if !field.isEdited, field.offer == nil {
          try #require(field.text == owner, "seed \(TestSeed.current), step \(step)")
        }
      }
    }
  }
}
