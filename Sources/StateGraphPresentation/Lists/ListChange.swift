/// One change that a list model announces: from a position on, rows were removed, and others were
/// inserted in their place. GTK's signal `items-changed` has the same three numbers.
package struct ListChange: Equatable, Sendable {
  package let position: Int
  package let removed: Int
  package let added: Int

  package init(position: Int, removed: Int, added: Int) {
    (self.position, self.removed, self.added) = (position, removed, added)
  }
}
