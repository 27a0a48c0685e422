import Foundation
import PackagePlugin

/// Writes the files of Studio's page into a Swift file during the build, so that the program is a
/// single file.
@main
struct EmbedPage: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let page = context.package.directoryURL.appending(path: "Studio")
    let output = context.pluginWorkDirectoryURL.appending(path: "EmbeddedPage.swift")
    let files = ["", "scripts", "styles"].flatMap { folder in
      let names = try? FileManager.default.contentsOfDirectory(
        at: page.appending(path: folder),
        includingPropertiesForKeys: nil
      )
      return (names ?? []).filter { ["html", "css", "js"].contains($0.pathExtension) }
    }
    return [
      .buildCommand(
        displayName: "Embedding the page of Studio",
        executable: try context.tool(named: "embed-page").url,
        arguments: [page.path, output.path] + files.map(\.path).sorted(),
        inputFiles: files,
        outputFiles: [output]
      )
    ]
  }
}
