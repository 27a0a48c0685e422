import StateGraph
import StateGraphGTK
import StateGraphImport

/// The sheet of an import. The import goes on while the sheet is closed.
struct ImportSheet: View {
  let importing: ObservableTransducer<Importing>
  let progress: Stored<ImportProgress?>
  let close: @MainActor () -> Void

  var body: some View {
    let state = importing.state
    VStack(alignment: .leading, spacing: 12) {
      Text("A CSV or JSON file with the columns id, title, author_id and year, and perhaps note.")
      TextField(
        "Path of the File",
        text: Binding(get: { importing.state.path }, set: { importing.send(.type($0)) })
      )
      .disabled(state.phase == .running || state.phase == .paused)
      switch state.phase {
      case .ready: EmptyView()
      case .running: RunningImport(progress: progress)
      case .paused: Text("Paused after \(state.records) records.")
      case .cancelled: Text("Cancelled. The first \(state.records) records stay.")
      case .done(let summary): ImportResult(summary: summary)
      case .failed(let reason): Text(reason).foregroundColor(.red)
      }
      Spacer()
      buttons(for: state)
    }
    .padding()
  }

  @ViewBuilder
  private func buttons(for state: Importing.State) -> some View {
    HStack {
      Button("Done", action: close)
      Spacer()
      switch state.phase {
      case .running:
        Button("Cancel Import", role: .destructive) {
          importing.send(.cancel(records: recordCount))
        }
        Button("Pause") { importing.send(.pause(records: recordCount)) }
      case .paused:
        Button("Cancel Import", role: .destructive) {
          importing.send(.cancel(records: recordCount))
        }
        Button("Resume", role: .suggested) { importing.send(.resume) }
      default:
        Button("Import", role: .suggested) { importing.send(.start) }
          .disabled(state.path.trimmed.isEmpty)
      }
    }
  }

  private var recordCount: Int { progress.wrappedValue?.records ?? 0 }
}

/// How far an import is. It is a view of its own, so that progress evaluates nothing else.
private struct RunningImport: View {
  let progress: Stored<ImportProgress?>

  var body: some View {
    let now = progress.wrappedValue
    ProgressView(value: now.map { Double($0.bytesRead) }, total: Double(now?.totalBytes ?? 0))
      .accessibilityLabel("Progress of the Import")
    Text("\(now?.records ?? 0) records")
  }
}

private struct ImportResult: View {
  let summary: Importing.Summary

  var body: some View {
    Text("\(summary.inserted) books added, \(summary.updated) changed.")
    if summary.rejected > 0 {
      Text("\(summary.rejected) records were rejected:").foregroundColor(.orange)
      ForEach(summary.reasons, id: \.self) { Text($0).font(.caption) }
      if let file = summary.rejectFile { Text("They are in \(file).").font(.caption) }
    }
  }
}
