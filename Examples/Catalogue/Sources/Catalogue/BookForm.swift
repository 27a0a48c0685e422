import StateGraphGTK

/// The form of a book. A refused text stays in its field with the reason.
struct BookForm: View {
  let draft: Draft
  /// Why the last transition was refused. Nil if it was not.
  let trouble: String?
  let send: @MainActor (Shelf.Event) -> Void

  var body: some View {
    VStack(alignment: .leading, spacing: 12) {
      ForEach(Draft.Field.allCases, id: \.self) { field in
        VStack(alignment: .leading, spacing: 4) {
          Text(field.rawValue).font(.caption).foregroundColor(.secondary)
          TextField(
            field.rawValue,
            text: Binding(get: { draft[field] }, set: { send(.type(field, $0)) })
          )
          .refusal(draft.problems[field])
        }
      }
      if let reason = draft.refusal ?? trouble { Text(reason).foregroundColor(.red) }
      Spacer()
      HStack {
        Spacer()
        Button("Cancel") { send(.cancel) }
        Button(draft.isNew ? "Add" : "Save", role: .suggested) { send(.save) }
          .keyboardShortcut("s")
      }
    }
    .padding()
  }
}
