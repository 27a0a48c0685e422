/// The action of a foreign key: the change that SQLite makes to a row when the referenced row is
/// deleted.
///
/// The raw values are SQLite's keywords (<https://sqlite.org/foreignkeys.html#fk_actions>).
package enum ReferenceAction: String, Sendable {
  case noAction = "NO ACTION"
  case restrict = "RESTRICT"
  case setNull = "SET NULL"
  case setDefault = "SET DEFAULT"
  case cascade = "CASCADE"
}
