// What a tab sees of the stream: its own windows, and the state of the connection.
//
// Events: "state" (the connection or the file changed), "schema", "positions", "session".

import { EventStream } from "./stream.js";

export class Live extends EventTarget {
  #port = null;
  #stream = null;
  #views = new Map();
  #isQueued = false;

  /** "connecting", "live", "lost" or "refused". */
  connection = "connecting";
  lostAt = null;
  /** "ok", "missing", "replaced", "locked", "damaged" or "unreadable". */
  file = "ok";

  constructor() {
    super();
    this.#port = openWorker();
    this.#port?.addEventListener("message", ({ data }) => this.#receive(data.type, data.data));
    this.#port?.start();
    addEventListener("pagehide", () => this.#port?.postMessage({ type: "close" }));
    addEventListener("pageshow", (event) => {
      if (event.persisted) location.reload();
    });
    document.addEventListener("visibilitychange", () => this.#queue());
  }

  get isShared() {
    return this.#port !== null;
  }

  /** Returns the session of another tab, or null. */
  otherSession() {
    if (!this.#port) return Promise.resolve(null);
    return new Promise((resolve) => {
      this.addEventListener("session", (event) => resolve(event.detail), { once: true });
      this.#port.postMessage({ type: "session" });
    });
  }

  start(session) {
    if (this.#port) {
      this.#port.postMessage({ type: "session", session });
    } else {
      this.#stream = new EventStream(session.token, (type, data) => this.#receive(type, data));
    }
    this.#queue();
  }

  retry() {
    this.#port?.postMessage({ type: "retry" });
    this.#stream?.retry();
  }

  /** Shows a window under an id. Its events call `receive(event)`. */
  watch(id, view, receive) {
    this.#views.set(id, { view, receive });
    this.#queue();
  }

  unwatch(id) {
    if (this.#views.delete(id)) this.#queue();
  }

  #queue() {
    if (this.#isQueued) return;
    this.#isQueued = true;
    queueMicrotask(() => {
      this.#isQueued = false;
      const views = document.hidden ? []
        : Array.from(this.#views, ([id, { view }]) => ({ id, ...view }));
      this.#port?.postMessage({ type: "views", views });
      this.#stream?.show(views);
    });
  }

  #receive(type, data) {
    if (type === "view" || type === "commits" || type === "traces") {
      this.#views.get(data.view)?.receive(data);
    } else if (type === "session") {
      this.dispatchEvent(new CustomEvent("session", { detail: data }));
    } else if (type === "open" || type === "lost" || type === "refused") {
      const wasLive = this.connection === "live";
      this.connection = type === "open" ? "live" : type;
      if (type === "open") this.lostAt = null;
      else if (wasLive || !this.lostAt) this.lostAt = new Date();
      this.#changed("state");
      if (type === "open") this.#changed("schema", data.schema);
    } else if (type === "file") {
      this.file = data.state;
      this.#changed("state");
    } else if (type === "schema") {
      this.#changed("schema", data.schema);
    } else if (type === "positions") {
      this.#changed("positions", data);
    }
  }

  #changed(type, detail = null) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}

function openWorker() {
  if (typeof SharedWorker === "undefined") return null;
  const address = "/scripts/worker.js";
  const policy = globalThis.trustedTypes?.createPolicy("studio", {
    createScriptURL: (url) => {
      if (url !== address) throw new TypeError("unknown worker");
      return url;
    },
  });
  try {
    const worker = new SharedWorker(policy ? policy.createScriptURL(address) : address,
      { type: "module", name: "studio" });
    return worker.port;
  } catch {
    return null;
  }
}
