// The place in the page, as the fragment of the address: `#/browse/TABLE?filter=…&order=…`. The
// fragment never reaches the server.

const KEEP_PAUSE_MS = 150;
let kept = null;
let timer = 0;

export const route = {
  read() {
    const [path, query = ""] = location.hash.replace(/^#\/?/, "").split("?");
    const [view = "", table = ""] = path.split("/");
    const place = { view: view || "browse", table: decode(table),
      trail: history.state?.trail ?? [], kept: history.state?.kept ?? {} };
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
      if (key === "trail" || key === "kept" || value === null || value === undefined) continue;
      if (Array.isArray(value) && value.length === 0) continue;
      query.set(key, JSON.stringify(value));
    }
    const text = query.toString();
    return `#/${view}${table ? `/${encodeURIComponent(table)}` : ""}${text ? `?${text}` : ""}`;
  },

  /** Goes to a place. `trail` are the places through which the user followed references. */
  go(place, { replace = false } = {}) {
    keepNow();
    const address = route.address(place);
    const state = { trail: place.trail ?? [], kept: place.kept };
    if (replace) history.replaceState(state, "", address);
    else history.pushState(state, "", address);
    dispatchEvent(new HashChangeEvent("hashchange"));
  },

  /** Keeps parts of the place that are not in the address, for the way back and a reload. */
  keep(parts) {
    kept = { ...history.state?.kept, ...kept, ...parts };
    // A browser refuses too many changes within some seconds.
    timer ||= setTimeout(keepNow, KEEP_PAUSE_MS);
  },
};

function keepNow() {
  clearTimeout(timer);
  timer = 0;
  if (kept) history.replaceState({ ...history.state, kept }, "");
  kept = null;
}

// Where a link or the button of the browser leads to is another place.
addEventListener("popstate", () => {
  clearTimeout(timer);
  timer = 0;
  kept = null;
});

function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}
