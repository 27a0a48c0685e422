import StateGraphFormats

/// The name of a JSON member in quotes, followed by a colon. An export creates each key once for a
/// column, and uses it in every row.
struct JSONKey {
  let text: String

  init(_ name: String) {
    text = JSONEscape.quoted(name) + ":"
  }
}
