// swift-format-ignore-file
// Scripts/studio-assets wrote this file. Change Studio/scripts/route.js instead.

let pageRouteScript = StudioAsset(
  path: "/scripts/route.js",
  content: #"""
// The place in the page, as the fragment of the address: `#/browse/TABLE?filter=…&order=…`. The
// fragment never reaches the server.

export const route = {
  read() {
    const [path, query = ""] = location.hash.replace(/^#\/?/, "").split("?");
    const [view = "", table = ""] = path.split("/");
    const place = { view: view || "browse", table: decode(table),
      trail: history.state?.trail ?? [] };
    for (const [key, text] of new URLSearchParams(query)) {
      try {
        place[key] = JSON.parse(text);
      } catch {
        // A user changed the address. The place is then without this part.
      }
    }
    return place;
  },

  address({ view = "browse", table = "", ...parts }) {
    const query = new URLSearchParams();
    for (const [key, value] of Object.entries(parts)) {
      if (key === "trail" || value === null || value === undefined) continue;
      if (Array.isArray(value) && value.length === 0) continue;
      query.set(key, JSON.stringify(value));
    }
    const text = query.toString();
    return `#/${view}${table ? `/${encodeURIComponent(table)}` : ""}${text ? `?${text}` : ""}`;
  },

  /** Goes to a place. `trail` are the places through which the user followed references. */
  go(place, { replace = false } = {}) {
    const address = route.address(place);
    const state = { trail: place.trail ?? [] };
    if (replace) history.replaceState(state, "", address);
    else history.pushState(state, "", address);
    dispatchEvent(new HashChangeEvent("hashchange"));
  },
};

function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}

"""#
)
