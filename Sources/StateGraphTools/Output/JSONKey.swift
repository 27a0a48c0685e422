import StateGraphFormats

/// The name of a JSON member in quotes, followed by a colon.
///
/// An export creates it once for each column, not once for each row.
struct JSONKey {
  let text: String

  init(_ name: String) {
    text = JSONEscape.quoted(name) + ":"
  }
}
