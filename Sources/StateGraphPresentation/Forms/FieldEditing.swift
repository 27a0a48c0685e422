/// What a field of a form shows, and what it has to write. A value without side effects decides it.
///
/// - A change from elsewhere is shown at once, unless the user has edited the text. It is then
///   offered, and the field writes nothing until the user has decided.
/// - A refused text stays in the field, with the reason, until the user changes it or reverts it.
/// - While a text is being written, the user can type on. The field then writes again.
/// - Texts are compared by their bytes. To `==`, a composed and a decomposed "é" are equal.
package struct FieldEditing: Equatable, Sendable {
  /// The text of the field.
  package private(set) var text: String
  /// The value of the owner that the user's text is based on.
  package private(set) var base: String
  /// The value that the owner has got from elsewhere meanwhile, or nil if there is none.
  package private(set) var offer: String?
  /// The reason for which the owner has refused the text, or nil if it has not.
  package private(set) var refusal: String?
  /// The text that is being written, or nil if none is.
  package private(set) var written: String?

  package init(_ value: String) { (text, base) = (value, value) }

  /// Whether the user has changed the text, and the owner does not have it yet.
  package var isEdited: Bool { !text.hasSameBytes(as: base) }

  /// The user has changed the text.
  package mutating func type(_ new: String) {
    guard !new.hasSameBytes(as: text) else { return }
    text = new
    refusal = nil
    if new.hasSameBytes(as: offer) { take(new) }
  }

  /// The value of the owner has changed, or was read again.
  package mutating func follow(_ value: String) {
    let isShown = value.hasSameBytes(as: text)
    if isShown || value.hasSameBytes(as: written) {
      // It is the user's own text, or another writer has written the same one.
      base = value
      offer = nil
      if isShown { refusal = nil }
    } else if !isEdited {
      take(value)
    } else if value.hasSameBytes(as: base) {
      offer = nil
    } else {
      offer = value
    }
  }

  /// Returns the text that has to be written now, or nil if there is nothing to write, if the text
  /// was refused, or if the user has to decide about an offer before.
  package mutating func beginWrite() -> String? {
    guard isEdited, refusal == nil, offer == nil, written == nil else { return nil }
    written = text
    return text
  }

  /// The owner has accepted the written text. Returns whether the user has typed on, so that the
  /// field has to write again.
  package mutating func accept() -> Bool {
    guard let text = written else { return false }
    written = nil
    base = text
    return isEdited
  }

  /// The owner has refused the written text. If the user has typed on, the reason is not shown,
  /// because it concerns another text. Returns whether the field then has to write again.
  package mutating func refuse(_ reason: String) -> Bool {
    guard let text = written else { return false }
    written = nil
    let isShown = text.hasSameBytes(as: self.text)
    if isShown { refusal = reason }
    return !isShown && isEdited
  }

  /// The user takes the offered value in place of the edited text.
  package mutating func takeOffer() { if let offer { take(offer) } }

  /// The user keeps the edited text in place of the offered value. It is written next.
  package mutating func refuseOffer() {
    guard let offer else { return }
    base = offer
    self.offer = nil
  }

  /// The user gives the edit up. The field shows the value of the owner.
  package mutating func revert() { take(offer ?? base) }

  private mutating func take(_ value: String) {
    (text, base, offer, refusal) = (value, value, nil, nil)
  }
}

extension String {
  fileprivate func hasSameBytes(as other: String?) -> Bool {
    other.map { utf8.elementsEqual($0.utf8) } ?? false
  }
}
