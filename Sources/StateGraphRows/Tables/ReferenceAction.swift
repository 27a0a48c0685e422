/// What happens to a row when the row that it references goes
/// (<https://sqlite.org/foreignkeys.html#fk_actions>), in SQLite's words.
package enum ReferenceAction: String, Sendable {
  case noAction = "NO ACTION"
  case restrict = "RESTRICT"
  case setNull = "SET NULL"
  case setDefault = "SET DEFAULT"
  case cascade = "CASCADE"
}
