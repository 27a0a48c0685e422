// The views that exist only for some servers.

/** Whether the server of a session has a view. */
export function isAble(view, session) {
  if (view === "edits") return session.capabilities.write;
  if (view === "graph" || view === "waterfall") return session.capabilities.graph;
  return true;
}
