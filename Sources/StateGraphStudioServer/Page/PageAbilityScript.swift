// swift-format-ignore-file
// Scripts/studio-assets wrote this file. Change Studio/scripts/ability.js instead.

let pageAbilityScript = StudioAsset(
  path: "/scripts/ability.js",
  content: #"""
// The views that exist only for some servers.

/** Whether the server of a session has a view. */
export function isAble(view, session) {
  if (view === "edits") return session.capabilities.write;
  if (view === "graph" || view === "waterfall") return session.capabilities.graph;
  return true;
}

"""#
)
