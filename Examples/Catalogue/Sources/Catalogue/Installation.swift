import FoundationEssentials

/// Makes the program an application of the user's desktop: with an entry in its menu, an icon, and
/// the links that begin with `catalogue://`.
struct Installation {
  /// The folder for the data of the user, usually `~/.local/share`.
  let folder: URL
  let program: String

  func perform() throws {
    try write(Self.icon, to: "icons/hicolor/scalable/apps/org.example.Catalogue.svg")
    try write(entry, to: "applications/org.example.Catalogue.desktop")
  }

  private func write(_ text: String, to path: String) throws {
    let file = folder.appending(path: path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try Data(text.utf8).write(to: file, options: .atomic)
    print("wrote \(file.path)")
  }

  private var entry: String {
    // The quotes and escapes of the specification of desktop entries.
    let quoted = ["\\", "\"", "`", "$"].reduce(program) {
      $0.replacing($1, with: "\\\\\($1)")
    }
    return """
      [Desktop Entry]
      Type=Application
      Name=Catalogue
      Comment=Find and edit books
      Exec="\(quoted.replacing("%", with: "%%"))" %u
      Icon=org.example.Catalogue
      Terminal=false
      Categories=Office;Database;
      MimeType=x-scheme-handler/catalogue;
      StartupWMClass=catalogue

      """
  }

  private static let icon = """
    <svg xmlns="http://www.w3.org/2000/svg" width="128" height="128" viewBox="0 0 128 128">
      <rect x="14" y="20" width="26" height="92" rx="5" fill="#1a5fb4"/>
      <rect x="44" y="32" width="22" height="80" rx="5" fill="#e5a50a"/>
      <rect x="70" y="24" width="18" height="88" rx="5" fill="#26a269"/>
      <rect x="91" y="26" width="20" height="86" rx="5" fill="#c01c28" transform="rotate(-9 101 69)"/>
      <g fill="#ffffff" fill-opacity="0.75">
        <rect x="19" y="34" width="16" height="5"/>
        <rect x="19" y="43" width="16" height="3"/>
        <rect x="48" y="46" width="14" height="5"/>
        <rect x="74" y="38" width="10" height="5"/>
      </g>
      <rect x="8" y="110" width="112" height="8" rx="3" fill="#63452c"/>
    </svg>

    """
}
