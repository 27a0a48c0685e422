import TestSupport
import Testing

@testable import StateGraphPersistence

/// The database that backs the properties of the view models below.
private let scene = Result { try CellScene() }

private var database: Database {
  switch scene {
  case .success(let scene): scene.database
  case .failure(let error): preconditionFailure("\(error)")
  }
}

private final class SettingsModel {
  @GraphStored(backed: .sqlite(key: "theme", in: database)) var theme: String = "light"
  @GraphStored(backed: .sqlite(table: "users", column: "name", id: "ada", in: database))
  var name: String = ""
}

private final class Editor {
  @GraphStored var text: String = ""

  init(sharing node: Stored<String>) { $text = node }
}

/// Serialized, because the models share their cells.
@Suite(.serialized) struct CellPropertyTests {
  @Test func `a property is a setting`() throws {
    let (model, other) = (SettingsModel(), SettingsModel())
    let themes = Recorder<String>()
    let subscription = withGraphTracking { other.$theme.onChange { themes.record($0) } }
    model.theme = "dark"
    #expect(other.theme == "dark")
    #expect(themes.elements == ["light", "dark"])
    #expect(try scene.get().stored("theme") == .text("dark"))
    subscription.cancel()
  }

  @Test func `a property is a cell, and is shared by assignment`() throws {
    let model = SettingsModel()
    let editor = Editor(sharing: model.$name)
    #expect(editor.text == "Ada")
    let binding = editor.$text.binding
    binding.wrappedValue += " L."
    #expect(model.name == "Ada L.")
    #expect(try scene.get().value("SELECT name FROM users WHERE id = 'ada'") == .text("Ada L."))
    #expect(model.$name.description.contains("SettingsModel.name"))
  }
}
